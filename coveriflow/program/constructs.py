"""The table of what C has: which function lowers which kind of expression, operator, constant, place and known call.

To see where something is lowered, look for it here. A new construct or function of the C library gets a line here, or a
line in the table of its module.
"""

from __future__ import annotations

from pycparser import c_ast

from coveriflow.program import (
    argument_lists,
    assembly,
    assignments,
    block_calls,
    calls,
    complex_functions,
    complex_numbers,
    compound_literals,
    computed_gotos,
    conditional,
    constancy,
    designators,
    heap,
    known_calls,
    lowering,
    math_functions,
    object_sizes,
    outside,
    primitives,
    rounding,
    sizes,
    statements,
    type_selection,
    unions,
    variable_arrays,
    vectors,
    verifier_functions,
)
from coveriflow.program.context import FunctionContext
from coveriflow.program.library.inline import atomic, buffering, builtins, printf, scanf, sprintf, streams
from coveriflow.program.lowerers import Lowerers, merged
from coveriflow.program.syntax.parser import IMAGINARY_PART, LABEL, REAL_PART
from coveriflow.program.text.normalise import IMAGINARY
from coveriflow.program.types.c_types import Sort

LOWERERS: Lowerers[FunctionContext] = Lowerers(
    expressions={
        c_ast.ArrayRef: designators.read,
        c_ast.Assignment: assignments.assignment,
        c_ast.Compound: statements.statement_expression,
        c_ast.CompoundLiteral: designators.read,
        c_ast.FuncCall: calls.call,
        c_ast.GenericSelection: type_selection.selected_value,
        c_ast.ID: designators.read,
        c_ast.StructRef: designators.read,
        c_ast.TernaryOp: conditional.conditional,
    },
    unary={
        "*": designators.read,
        "&": designators.address_of,
        "+": lowering.arithmetic_operator,
        "-": lowering.arithmetic_operator,
        "~": lowering.arithmetic_operator,
        "!": lowering.logical_not,
        "++": assignments.step,
        "--": assignments.step,
        "p++": assignments.step_after,
        "p--": assignments.step_after,
        "sizeof": sizes.size_of_operand,
        "_Alignof": sizes.alignment_of_operand,
        "__alignof": sizes.alignment_of_operand,
        "__alignof__": sizes.alignment_of_operand,
        REAL_PART: complex_numbers.real_or_imaginary,
        IMAGINARY_PART: complex_numbers.real_or_imaginary,
    },
    literals={IMAGINARY: complex_numbers.imaginary_constant, LABEL: computed_gotos.label_address},
    places={
        c_ast.CompoundLiteral: compound_literals.compound_literal,
        c_ast.GenericSelection: type_selection.selected_place,
        c_ast.UnaryOp: complex_numbers.designated_part,
    },
    calls=merged(
        argument_lists.CALLS,
        assembly.CALLS,
        complex_functions.CALLS,
        complex_numbers.CALLS,
        computed_gotos.CALLS,
        constancy.CALLS,
        heap.CALLS,
        known_calls.CALLS,
        object_sizes.CALLS,
        outside.CALLS,
        primitives.CALLS,
        rounding.CALLS,
        type_selection.CALLS,
        vectors.CALLS,
        verifier_functions.CALLS,
    ),
    mathematics=math_functions.math_call,
    modelled=block_calls.MODELLED,
    templates=merged(
        atomic.EXPANDERS,
        buffering.EXPANDERS,
        builtins.EXPANDERS,
        printf.EXPANDERS,
        sprintf.EXPANDERS,
        scanf.EXPANDERS,
        streams.EXPANDERS,
    ),
    operations={Sort.COMPLEX: complex_numbers.OPERATIONS, Sort.VECTOR: vectors.OPERATIONS},
    type_of=sizes.operand_type,
    selected=type_selection.selected,
    to_union=unions.union_of,
    computed_row=variable_arrays.subscripted_row,
    followed=outside.follow,
)
