"""What a term may be, seen as a floating-point number, as a signed or unsigned integer, or as a truth value."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from fractions import Fraction

from coveriflow.logic.ranges.integers import Interval
from coveriflow.logic.ranges.operations import (
    FLOATS,
    Value,
    View,
    applied,
    integer_value,
    needs,
    rounding_of,
    truth_value,
)
from coveriflow.logic.terms import Op, Term
from coveriflow.program.expressions import float_sets
from coveriflow.program.expressions.float_sets import FloatSet
from coveriflow.program.expressions.linear_forms import LinearForm, narrowed
from coveriflow.program.expressions.softfloat import FORMATS

Reading = tuple[Term, View]
Narrowing = Callable[[Term, bool], "dict[Reading, Value] | None"]

_DEPTH = 5
_FORM_DEPTH = 10
_ONE = Fraction(1)


def is_empty(value: Value) -> bool:
    """Whether nothing is in it."""
    return value.is_empty if isinstance(value, FloatSet) else value[0] > value[1]


def intersection(one: Value, other: Value) -> Value:
    """What is in both; they are of one view."""
    if isinstance(one, FloatSet):
        assert isinstance(other, FloatSet)
        return float_sets.meet(one, other)
    assert not isinstance(other, FloatSet)
    return max(one[0], other[0]), min(one[1], other[1])


def _hull(one: Value, other: Value) -> Value:
    if isinstance(one, FloatSet):
        assert isinstance(other, FloatSet)
        return float_sets.joined(one, other)
    assert not isinstance(other, FloatSet)
    if is_empty(one) or is_empty(other):
        return other if is_empty(one) else one
    return min(one[0], other[0]), max(one[1], other[1])


@dataclass(slots=True)
class Views:
    """Law: whatever values the variables have for which ``known`` holds, a term's value is in its view.

    ``known``: what was assumed of terms. ``narrowing``: what a condition says of terms, where it has a truth value;
    ``None`` where it cannot have that.
    """

    narrowing: Narrowing
    known: dict[Reading, Value] = field(default_factory=dict)
    _done: dict[Reading, Value] = field(default_factory=dict)
    _forms: dict[Term, LinearForm] = field(default_factory=dict)

    def __call__(self, term: Term, view: View) -> Value:
        """All that ``term`` may be."""
        pending: list[Reading] = [(term, view)]
        while pending:
            reading = pending[-1]
            if reading in self._done:
                pending.pop()
                continue
            missing = [r for r in needs(*reading) if r not in self._done]
            if missing:
                pending += missing
                continue
            pending.pop()
            self._done[reading] = self._computed(*reading)
        return self._done[term, view]

    def float(self, term: Term) -> FloatSet:
        """As a number."""
        value = self(term, View.FLOAT)
        assert isinstance(value, FloatSet)
        return value

    def interval(self, term: Term, view: View) -> Interval:
        """As an integer or truth value."""
        value = self(term, view)
        assert not isinstance(value, FloatSet)
        return value

    def narrow(self, reading: Reading, value: Value) -> bool:
        """``value`` is all that is left; whether that says more than before. What was computed of it stays."""
        new = intersection(self(*reading), value)
        if new == self._done[reading]:
            return False
        self.known[reading] = self._done[reading] = new
        return True

    def again(self) -> Views:
        """To compute all views afresh, from what is known."""
        return Views(self.narrowing, dict(self.known))

    def _computed(self, term: Term, view: View) -> Value:
        value = self._plain(term, view, self)
        known = self.known.get((term, view))
        return value if known is None else intersection(value, known)

    def _plain(self, term: Term, view: View, value_of: Callable[[Term, View], Value]) -> Value:
        if term.op is Op.ITE and view is not View.TRUTH:
            return self._choice(term, view)
        if view is View.FLOAT:
            return self._number(term, value_of)
        if view is View.TRUTH:
            return truth_value(term, value_of)
        return integer_value(term, view, value_of)

    def _number(self, term: Term, value_of: Callable[[Term, View], Value]) -> FloatSet:
        form, op = FORMATS[term.sort], term.op
        if term.constant is not None:
            return float_sets.exactly(form, term.constant)
        if op in (Op.FROM_SIGNED, Op.FROM_UNSIGNED):
            bounds = value_of(term.args[0], View.SIGNED if op is Op.FROM_SIGNED else View.UNSIGNED)
            assert not isinstance(bounds, FloatSet)
            if bounds[0] > bounds[1]:
                return float_sets.nothing(form)
            return float_sets.from_integers(form, *bounds, rounding_of(term))
        if op not in FLOATS:
            return float_sets.everything(form)
        operands = [value_of(a, View.FLOAT) for a in term.args]
        found = applied(term, [o for o in operands if isinstance(o, FloatSet)])
        return self._by_form(term, found, value_of) if op in (Op.FADD, Op.FSUB) else found

    def _choice(self, term: Term, view: View) -> Value:
        """Each branch where its condition holds."""
        condition, *branches = term.args
        low, high = self.interval(condition, View.TRUTH)
        found: Value | None = None
        for truth, branch in zip((True, False), branches, strict=True):
            if not low <= truth <= high:
                continue
            value = self.under(branch, view, self.narrowing(condition, truth), _DEPTH)
            if value is not None:
                found = value if found is None else _hull(found, value)
        return found if found is not None else intersection(self(branches[0], view), _nothing(term, view))

    def under(self, term: Term, view: View, context: dict[Reading, Value] | None, depth: int) -> Value | None:
        """What ``term`` may be where ``context`` holds; ``None``: nothing, since that cannot hold."""
        if context is None:
            return None
        value = self(term, view)
        if context and depth and term.constant is None and (term, view) not in context:
            again = self._under(term, view, context, depth)
            value = intersection(value, again) if again is not None else value
        known = context.get((term, view))
        return value if known is None else intersection(value, known)

    def _under(self, term: Term, view: View, context: dict[Reading, Value], depth: int) -> Value | None:
        if term.op is Op.ITE and view is not View.TRUTH:
            values = []
            for truth, branch in zip((True, False), term.args[1:], strict=True):
                further = self.narrowing(term.args[0], truth)
                if further is not None:
                    both = dict(context)
                    for reading, value in further.items():
                        both[reading] = intersection(value, both[reading]) if reading in both else value
                    values.append(self.under(branch, view, both, depth - 1))
            found = [v for v in values if v is not None]
            return None if not found else found[0] if len(found) == 1 else _hull(*found)

        def value_of(other: Term, other_view: View) -> Value:
            value = self.under(other, other_view, context, depth - 1)
            assert value is not None
            return value

        return self._plain(term, view, value_of)

    def _by_form(self, term: Term, found: FloatSet, value_of: Callable[[Term, View], Value]) -> FloatSet:
        """Of a sum whose operands have something in common."""
        if not found.has_numbers or not found.is_finite():
            return found
        one, other = (self._form(a, _FORM_DEPTH) for a in term.args)
        if not one.shares(other):
            return found
        whole = one.plus(other if term.op is Op.FADD else other.minus())
        if whole is None or (rounded := whole.rounded(found)) is None:
            return found

        def value_of_part(part: Hashable) -> FloatSet:
            assert isinstance(part, Term)
            value = value_of(part, View.FLOAT)
            assert isinstance(value, FloatSet)
            return value

        return narrowed(found, rounded.range(value_of_part))

    def _form(self, term: Term, depth: int) -> LinearForm:
        if depth == 0:
            return LinearForm({term: _ONE})
        known = self._forms.get(term)
        if known is None:
            known = self._forms[term] = self._computed_form(term, depth) or LinearForm({term: _ONE})
        return known

    def _computed_form(self, term: Term, depth: int) -> LinearForm | None:
        value = self.float(term)
        if not value.has_numbers or not value.is_finite():
            return None
        if value.low == value.high:
            return LinearForm({}, value.exact()[0])
        if term.op in (Op.FADD, Op.FSUB):
            one, other = (self._form(a, depth - 1) for a in term.args)
            whole = one.plus(other if term.op is Op.FADD else other.minus())
            return None if whole is None else whole.rounded(value)
        if term.op is Op.FNEG:
            return self._form(term.args[0], depth - 1).minus()
        if term.op is Op.FCONVERT:
            inner = self._form(term.args[0], depth - 1)
            return inner.rounded(value) if term.sort < term.args[0].sort else inner
        if term.op is Op.FMUL:
            for factor, operand in (term.args, term.args[::-1]):
                number = self.float(factor)
                if number.low == number.high and number.is_finite():
                    whole = self._form(operand, depth - 1).times(number.exact()[0])
                    return None if whole is None else whole.rounded(value)
        return None


def _nothing(term: Term, view: View) -> Value:
    return float_sets.nothing(FORMATS[term.sort]) if view is View.FLOAT else (1, 0)
