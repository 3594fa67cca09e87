# The types of card_rules.py for the compiler. Sights are filled by plain Python: so their members are public.

from engine.cpu.bits cimport bit_count, bit_length

cdef long long _ONE, _SPADES
cdef int _NEEDS_TRICKS, _SETS_OPPONENTS, _TAKES_BAGS, _AVOIDS_BAG, _LEAVES_IT_TO_PARTNER, _SURE_WINNER, _WINS_CHEAPLY, _HIGH_CARD, _RUFFS, _PARTNER_WINS, _CANNOT_WIN, _LEADS_LOW, _LEADS_FOR_RUFF, _DRAWS_SPADES, _KEEPS_NIL, _COVERS_PARTNER_NIL, _ATTACKS_NIL, _SUIT, _SPARE_TRICKS

cdef class Sight:
    cdef public int after
    cdef public int aim
    cdef public long long beating
    cdef public int best
    cdef public int contract
    cdef public bint is_bag_costly
    cdef public bint is_counting
    cdef public int led
    cdef public int left
    cdef public long long legal
    cdef public int live_nils
    cdef public bint must_set
    cdef public int need
    cdef public long long out
    cdef public int partner
    cdef public int right
    cdef public int rule
    cdef public int seat
    cdef public int shown
    cdef public int small_contract
    cdef public long long suit
    cdef public int their_contract
    cdef public int their_need
    cdef public int tricks_left
    cdef public int winner

cpdef int choose_card(Sight k) noexcept
cdef int _with_nils(Sight k) noexcept
cdef bint _is_contract_safe(Sight k) noexcept
cdef int _aim(Sight k) noexcept
cdef bint _can_set(Sight k) noexcept
cdef int _low(long long cards) noexcept
cdef bint _can_ruff(Sight k, int seat, int suit) noexcept
cdef int _cheapest_high(Sight k, long long cards) noexcept
cdef int _equal_low(Sight k, long long cards, int card) noexcept
cdef int _above(Sight k, int card) noexcept
cdef int _keep_nil(Sight k) noexcept
cdef int _most_dangerous(Sight k, long long cards) noexcept
cdef int _danger(long long mine, long long outs) noexcept
cdef int _nil_lead(Sight k) noexcept
cdef int _cover_follow(Sight k) noexcept
cdef bint _is_partner_in_danger(Sight k) noexcept
cdef int _cover_ahead(Sight k) noexcept
cdef int _cover_lead(Sight k) noexcept
cdef int _attack_follow(Sight k, int nil) noexcept
cdef int _duck(Sight k, long long losing) noexcept
cdef bint _is_to_play(Sight k, int nil) noexcept
cdef bint _is_reachable(Sight k, int nil) noexcept
cdef int _attack_lead(Sight k, int nil) noexcept
cdef int _lead_to_win(Sight k) noexcept
cdef int _lead_spade(Sight k, int best, int highest) noexcept
cdef int _lead_to_lose(Sight k) noexcept
cdef int _follow_to_win(Sight k) noexcept
cdef int _follow_to_lose(Sight k) noexcept
cdef bint _is_partner_sure(Sight k) noexcept
cdef int _ruff(Sight k) noexcept
cdef bint _is_partner_likely(Sight k) noexcept
cdef int _third_hand(Sight k) noexcept
cdef int _second_hand(Sight k) noexcept
cdef int _throw_low(Sight k, long long cards) noexcept
cdef int _throw_high(long long cards) noexcept
