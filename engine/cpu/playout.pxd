# The types of playout.py for the compiler.

cimport cython

from engine.cpu.card_rules cimport Sight, choose_card

from engine.cpu.bits cimport bit_count, bit_length

cdef long long _ONE, _SUIT, _SPADES, _BELOW_SPADES
cdef int _TRIES, _MISFIT, _NO_TELL, _NIL_TELL, _SPADES_TELL, _TRICKS_TELL
cdef tuple _FIT, _NIL_FIT

cdef class Table:
    cdef public int after
    cdef public long long[4] aside
    cdef public int at
    cdef public int best
    cdef public int[56] cards
    cdef public int counting
    cdef public long long[4] gained
    cdef public long long[4] gone
    cdef public long long[4] hands
    cdef public int hidden
    cdef public bint is_broken
    cdef public bint is_duel
    cdef public long long[5] known
    cdef public int led
    cdef public int[5] left
    cdef public int[2] needs
    cdef public int nils
    cdef public int[5] order
    cdef public int restricted
    cdef public int[5] room
    cdef public tuple ruffs
    cdef public int shown
    cdef public object side_risk
    cdef public object side_worth
    cdef public list sights
    cdef public object spade_risk
    cdef public object spade_worth
    cdef public int stand_after
    cdef public int stand_best
    cdef public long long[5] stand_hands
    cdef public bint stand_is_broken
    cdef public int stand_led
    cdef public int[2] stand_needs
    cdef public int stand_nils
    cdef public int stand_shown
    cdef public long long stand_suit
    cdef public int stand_taken
    cdef public int stand_tricks_left
    cdef public int stand_turn
    cdef public long long stand_unplayed
    cdef public int stand_winner
    cdef public long long suit
    cdef public int taken
    cdef public int[4] tells
    cdef public int[4] told
    cdef public int tricks_left
    cdef public int turn
    cdef public long long unplayed
    cdef public int winner
    cdef public bytes words

cpdef list play_worlds(Table t, tuple cards, int worlds)
cpdef int outcome(Table t, int card) except? -1
cdef void _stand(Table t) noexcept
@cython.locals(k=Sight)
cdef int _card_of_turn(Table t) except? -1
cdef long long _legal(Table t) noexcept
cdef void _play(Table t, int card) noexcept
cdef void _win_trick(Table t) noexcept
cpdef int random_deal(Table t, int bids) except? -1
cdef void _shuffle(Table t) except *
cdef int _any(Table t, long long cards) except? -1
cpdef int deal_hidden(Table t) except? -1
cdef int _word(Table t) except? -1
cdef void _deal(Table t) except *
cdef bint _is_void(Table t, int seat, int card) noexcept
cdef void _give(Table t, int card) except *
cdef bint _squeeze_in(Table t, int card, int tried) except? -1
cdef int _fit(Table t) except? -1
cdef int _fit_of(Table t, long long hand, int tells, int told) except? -1
