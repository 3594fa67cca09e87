# int.bit_length and int.bit_count in C: the build writes x.bit_length() as bit_length(x).

cdef extern from *:
    """
    static inline int bit_length(long long cards) {
        return cards ? 64 - __builtin_clzll((unsigned long long)cards) : 0;
    }
    static inline int bit_count(long long cards) {
        return __builtin_popcountll((unsigned long long)cards);
    }
    """
    int bit_length(long long cards) noexcept nogil
    int bit_count(long long cards) noexcept nogil
