"""Products of small numbers in as few bits as they need: what holds says how small they are.

Of two numbers of 32 bits between 0 and 7 a solver multiplies 32 bits, and does not see that all but six are fixed. A
question with such products is asked in another form, which can hold exactly if it can: products have as many bits as
the ranges of their operands need, and comparisons of products with zero are those of their signs. That operands are
in these ranges is a part of the new question.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from coveriflow.logic import build
from coveriflow.logic.cpu_time import Deadline
from coveriflow.logic.ranges.conditions import literals, local, told
from coveriflow.logic.ranges.integers import Interval
from coveriflow.logic.ranges.operations import Value, View
from coveriflow.logic.ranges.views import Reading, Views, is_empty
from coveriflow.logic.substitution import rebuilt
from coveriflow.logic.terms import Op, Term, bits, is_product, subterms

_ROUNDS = 4
_SPARED = 4
"""So many bits less make another form worth it."""
_COMPARISONS = frozenset({Op.SLT, Op.EQ})
_LOW = frozenset({Op.ADD, Op.SUB, Op.MUL, Op.NEG})
"""Operations whose low bits are those of the low bits of their operands."""


@dataclass(frozen=True, slots=True)
class SmallProducts:
    """``question`` in its other form. ``ranges``: what follows from the question as it was, in its own terms."""

    question: list[Term]
    ranges: list[Term]


def with_small_products(question: Sequence[Term], deadline: Deadline) -> SmallProducts | None:
    """``None`` where no product becomes smaller, or there is no time to find out."""
    products = [term for term in subterms(list(question)) if is_product(term)]
    views = _known(question, deadline) if products else None
    if views is None:
        return None
    small = {term: found for term in products if (found := _operands(views, term)) is not None}
    if not small:
        return None
    ranges = list(dict.fromkeys(inside for term, found in small.items() for inside in found.inside(term)))
    form = _Form({term: found.width for term, found in small.items()})
    return SmallProducts(list(map(form, (*ranges, *question))), ranges)


def _known(question: Sequence[Term], deadline: Deadline) -> Views | None:
    """The ranges of terms where ``question`` holds; ``None`` where it cannot, or there was no time."""
    atoms = [atom for each in question for atom in literals(each, truth=True)[0]]
    views, changed = _views({}), True
    for _ in range(_ROUNDS):
        if not changed:
            break
        views, changed = _views(views.known), False
        for atom, truth in atoms:
            for reading, value in told(views, atom, truth=truth):
                changed |= views.narrow(reading, value)
                if is_empty(views(*reading)) or deadline.is_over():
                    return None
    return views


def _views(known: Mapping[Reading, Value]) -> Views:
    views = Views(lambda condition, truth: local(views, condition, truth), dict(known))
    return views


@dataclass(frozen=True, slots=True)
class _Operands:
    """Of a product that does not overflow: their ranges, read as signed numbers, and how many bits are enough for them
    and for the product.
    """

    ranges: tuple[Interval, Interval]
    width: int

    def inside(self, product: Term) -> Iterator[Term]:
        """That operands are in their ranges."""
        for operand, (low, high) in zip(product.args, self.ranges, strict=True):
            for less, more in ((operand, bits(low, operand.sort)), (bits(high, operand.sort), operand)):
                yield build.negate(build.less(less, more, is_signed=True))


def _operands(views: Views, product: Term) -> _Operands | None:
    """``None`` where it may overflow, or is not small."""
    one, other = (views.interval(each, View.SIGNED) for each in product.args)
    if one[0] > one[1] or other[0] > other[1]:
        return None
    corners = [a * b for a in one for b in other]
    width = max(map(_width, (*one, *other, *corners)))
    return _Operands((one, other), width) if width + _SPARED <= product.sort else None


def _width(number: int) -> int:
    """Bits that ``number`` has in two's complement."""
    return (number if number >= 0 else ~number).bit_length() + 1


@dataclass(slots=True)
class _Form:
    """Of terms, where the products ``small`` and their operands have so many bits."""

    small: Mapping[Term, int]
    _done: dict[Term, Term] = field(default_factory=dict, init=False)
    _low: dict[tuple[Term, int], Term] = field(default_factory=dict, init=False)

    def __call__(self, root: Term) -> Term:
        for term in subterms([root], self._done):
            self._done[term] = self._made(term)
        return self._done[root]

    def _made(self, term: Term) -> Term:
        args = tuple(self._done[a] for a in term.args)
        width = self.small.get(term)
        if width is not None:
            one, other = (self.low_bits(each, width) for each in args)
            return build.resized(build.arithmetic(Op.MUL, one, other), term.sort, is_signed=True)
        found = self._by_signs(term) if term.op in _COMPARISONS else None
        return found if found is not None else rebuilt(term, args)

    def _by_signs(self, term: Term) -> Term | None:
        """A comparison of a product with zero."""
        product = next((each for each in term.args if each in self.small), None)
        if product is None or all(each.constant != 0 for each in term.args):
            return None
        zero = bits(0, product.sort)
        operands = [self._done[each] for each in product.args]
        if term.op is Op.EQ:
            return build.any_of(build.equal(each, zero) for each in operands)
        negative = [build.less(each, zero, is_signed=True) for each in operands]
        positive = [build.less(zero, each, is_signed=True) for each in operands]
        if term.args[0] is product:
            return build.disjoin(build.conjoin(negative[0], positive[1]), build.conjoin(positive[0], negative[1]))
        return build.disjoin(build.conjoin(*negative), build.conjoin(*positive))

    def low_bits(self, root: Term, width: int) -> Term:
        """The lowest ``width`` bits: sums and products of low bits."""
        pending = [root]
        while pending:
            term = pending[-1]
            if (term, width) in self._low:
                pending.pop()
                continue
            inside = term.args if term.op in _LOW else term.args[1:] if term.op is Op.ITE else ()
            missing = [a for a in inside if (a, width) not in self._low]
            if missing:
                pending += missing
                continue
            pending.pop()
            self._low[term, width] = self._lowest(term, width)
        return self._low[root, width]

    def _lowest(self, term: Term, width: int) -> Term:
        parts = [self._low.get((a, width)) for a in term.args]
        match term.op, parts:
            case Op.NEG, [Term() as one]:
                return build.negative(one)
            case ((Op.ADD | Op.SUB | Op.MUL), [Term() as one, Term() as other]):
                return build.arithmetic(term.op, one, other)
            case Op.ITE, [_, Term() as one, Term() as other]:
                return build.ite(term.args[0], one, other)
            case _:
                return build.resized(term, width, is_signed=False)
