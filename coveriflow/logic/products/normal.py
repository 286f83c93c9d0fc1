"""Terms in which each bit-vector is a polynomial that is multiplied out, reduced by equations that are known to hold.

Equal polynomials become one term. What is no sum or product is a factor like a variable, and has its own operands in
this form. An equation in which a variable occurs once, with an odd factor, says what it is; another one says what
multiples of its largest monomial are.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from coveriflow.logic.build import arithmetic, equal, resized
from coveriflow.logic.products.audit import Audit
from coveriflow.logic.products.polynomials import ONE, Monomial, Polynomial, inverse, quotient, without
from coveriflow.logic.substitution import Substitution, rebuilt
from coveriflow.logic.terms import BOOLEAN, Op, Term, bits, boolean, make, signed, subterms

_MOST_STEPS = 2000


@dataclass(slots=True)
class Known:
    """What equations say. ``values``: of variables, and of extensions of what is computed; ``zeros``: polynomials with
    their largest monomials.
    """

    audit: Audit
    values: dict[Term, Polynomial] = field(default_factory=dict)
    zeros: list[tuple[Monomial, Polynomial]] = field(default_factory=list)

    def learn(self, zero: Polynomial, *, is_variable: bool) -> Term | None:
        """Take in that this is zero, as what a variable or an extension is, and which one; ``None`` where it does not
        tell that.
        """
        for monomial, coefficient in zero.terms.items():
            if len(monomial) == 1 and coefficient & 1 and _is_alone(monomial[0], zero, is_variable=is_variable):
                rest = zero.plus(Polynomial(zero.width, {monomial: 1}), -coefficient)
                value = rest.scaled(-inverse(coefficient, zero.width))
                self.values[monomial[0]] = value
                apart = arithmetic(Op.SUB, monomial[0], term_of(value))
                self.audit.same(arithmetic(Op.MUL, bits(coefficient, zero.width), apart), term_of(zero))
                return monomial[0]
        return None

    def reduced(self, polynomial: Polynomial) -> tuple[Polynomial, Term]:
        """Multiples of what is zero are left out as long as that replaces a monomial by smaller ones; with these,
        if they are looked at.
        """
        multiples = bits(0, polynomial.width)
        for _ in range(_MOST_STEPS):
            step = self._step(polynomial) if self.zeros else None
            if step is None:
                break
            factor, zero = step
            polynomial = polynomial.plus(factor.times(zero), -1)
            if self.audit.is_on:
                multiples = arithmetic(Op.ADD, multiples, arithmetic(Op.MUL, term_of(factor), term_of(zero)))
        return polynomial, multiples

    def _step(self, polynomial: Polynomial) -> tuple[Polynomial, Polynomial] | None:
        """A multiple to leave out."""
        for lead, zero in self.zeros:
            if zero.width != polynomial.width:
                continue
            for monomial, coefficient in polynomial.terms.items():
                factor = quotient(coefficient, zero.terms[lead], zero.width)
                left = without(monomial, lead)
                if left is not None and factor is not None:
                    return Polynomial(zero.width, {left: factor}), zero
        return None


def _is_alone(factor: Term, polynomial: Polynomial, *, is_variable: bool) -> bool:
    """Whether it is a variable, or else an extension of what is computed, that occurs once, not within others."""
    if not (factor.op is Op.VARIABLE if is_variable else _extends(factor)):
        return False
    others = [each for monomial in polynomial.terms for each in monomial if each is not factor]
    return len(others) + 1 == sum(map(len, polynomial.terms)) and factor not in set(subterms(others))


def _extends(term: Term) -> bool:
    return term.op in (Op.SIGN_EXTEND, Op.ZERO_EXTEND) and term.args[0].op is not Op.VARIABLE


def is_equation(term: Term) -> bool:
    """Whether it says that two bit-vectors are equal."""
    return term.op is Op.EQ and term.args[0].sort > BOOLEAN


def term_of(polynomial: Polynomial, products: set[Term] | None = None) -> Term:
    """The one term for it. ``products``: those of several factors are added there."""
    width = polynomial.width
    total = bits(0, width)
    for monomial, coefficient in polynomial.descending:
        number = signed(coefficient, width)
        scaled = arithmetic(Op.MUL, bits(abs(number), width), _product(monomial, width, products))
        total = arithmetic(Op.SUB if number < 0 else Op.ADD, total, scaled)
    return total


def _product(monomial: Monomial, width: int, products: set[Term] | None) -> Term:
    found = monomial[0] if monomial else bits(1, width)
    for factor in monomial[1:]:
        found = make(Op.MUL, (found, factor), "", width)
        if products is not None:
            products.add(found)
    return found


class Normal:
    """Of one state of what is ``known``. ``products``: of several factors, which terms have been built with."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self._polynomials: dict[Term, Polynomial] = {}
        self._done: dict[Term, Term] = {}
        self._leaves: dict[Term, Term] = {}
        self.products: set[Term] = set()

    def __call__(self, root: Term) -> Term:
        """A condition in this form."""
        self._read(root)
        return self._done[root]

    def zero_of(self, equation: Term) -> Polynomial | None:
        """What an equation of bit-vectors in this form says is zero."""
        if not is_equation(equation):
            return None
        for side in equation.args:
            self._read(side)
        left, right = equation.args
        zero = self._polynomials[left].plus(self._polynomials[right], -1)
        self._known.audit.same(arithmetic(Op.SUB, self._plain(left), self._plain(right)), term_of(zero))
        return zero

    def _read(self, root: Term) -> None:
        pending = [root]
        while pending:
            term = pending[-1]
            missing = [] if self._is_read(term) else [a for a in term.args if not self._is_read(a)]
            if missing:
                pending += missing
                continue
            pending.pop()
            if self._is_read(term):
                continue
            if term.sort > BOOLEAN:
                self._polynomials[term] = self._polynomial(term)
            else:
                self._done[term] = self._made(term)

    def _is_read(self, term: Term) -> bool:
        return term in (self._polynomials if term.sort > BOOLEAN else self._done)

    def _made(self, term: Term) -> Term:
        """Of a condition or an array. Operands of comparisons are reduced; within other operations, what an equation
        says of a monomial may contain it.
        """
        if is_equation(term):
            return self._equation(*term.args)
        form = self._reduced if term.op in (Op.ULT, Op.SLT) else self._form
        return rebuilt(term, tuple(map(form, term.args)))

    def _form(self, term: Term) -> Term:
        """Of what is read."""
        if term not in self._done:
            self._done[term] = found = term_of(self._polynomials[term], self.products)
            self._known.audit.same(self._plain(term), found)
        return self._done[term]

    def _reduced(self, term: Term) -> Term:
        """By what is known, of a bit-vector."""
        polynomial, multiples = self._known.reduced(self._polynomials[term])
        found = term_of(polynomial, self.products)
        self._known.audit.same(self._plain(term), arithmetic(Op.ADD, found, multiples))
        return found

    def _equation(self, left: Term, right: Term) -> Term:
        difference = self._polynomials[left].plus(self._polynomials[right], -1)
        zero, multiples = self._known.reduced(difference)
        plain = arithmetic(Op.SUB, self._plain(left), self._plain(right))
        self._known.audit.same(plain, arithmetic(Op.ADD, term_of(zero), multiples))
        if zero.value is not None or (zero.is_never_zero and not self._known.audit.is_on):
            return boolean(zero.value == 0)
        if signed(zero.terms[zero.leading], zero.width) < 0:
            zero = zero.scaled(-1)
        constant = zero.terms.get(ONE, 0)
        others = zero.plus(Polynomial.constant(constant, zero.width), -1)
        return equal(term_of(others, self.products), bits(-constant, zero.width))

    def _plain(self, term: Term) -> Term:
        """``term`` with its variables and its leaves as they are known, and not multiplied out."""
        if not self._known.audit.is_on:
            return term
        return Substitution(self._leaves)(term)

    def _polynomial(self, term: Term) -> Polynomial:
        """Its operands are read."""
        of, width = self._polynomials, term.sort
        match term.op:
            case Op.CONSTANT:
                return Polynomial.constant(int(term.payload), width)
            case Op.ADD:
                return of[term.args[0]].plus(of[term.args[1]])
            case Op.SUB:
                return of[term.args[0]].plus(of[term.args[1]], -1)
            case Op.NEG:
                return of[term.args[0]].scaled(-1)
            case Op.COMPLEMENT:
                return of[term.args[0]].scaled(-1).plus(Polynomial.constant(1, width), -1)
            case Op.MUL:
                return of[term.args[0]].times(of[term.args[1]])
            case Op.TRUNCATE:
                return self._narrowed(of[term.args[0]], width)
            case _:
                found = self._leaf(term)
                self._leaves[term] = term_of(found)
                return found

    def _leaf(self, term: Term) -> Polynomial:
        """What is no sum or product, with operands in this form; where that folds to another operation, it is read."""
        built = term if term.op is Op.VARIABLE else rebuilt(term, tuple(map(self._form, term.args)))
        if (value := self._known.values.get(built)) is not None:
            return value
        if built is term or built.op is term.op:
            return Polynomial.of(built)
        self._read(built)
        return self._polynomials[built]

    def _narrowed(self, wide: Polynomial, width: int) -> Polynomial:
        """Truncation is a homomorphism."""
        total = Polynomial.constant(0, width)
        for monomial, coefficient in wide.terms.items():
            product = Polynomial.constant(coefficient, width)
            for factor in monomial:
                product = product.times(self._cut(factor, width))
            total = total.plus(product)
        return total

    def _cut(self, factor: Term, width: int) -> Polynomial:
        narrow = resized(factor, width, is_signed=False)
        if narrow.op is Op.TRUNCATE:
            return Polynomial.of(narrow)
        self._read(narrow)
        return self._polynomials[narrow]
