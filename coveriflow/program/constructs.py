"""The table of what C has: which function lowers which kind of expression, operator, constant, place and known call.

To see where something is lowered, look for it here. A new construct or function of the C library gets a line here, or a
line in the table of its module.
"""

from __future__ import annotations

from pycparser import c_ast

from coveriflow.program.library.inline import (
    atomic,
    buffering,
    builtins,
    filling,
    printf,
    scanf,
    sprintf,
    sscanf,
    streams,
)
from coveriflow.program.lowering.builtins import complex as complex_functions
from coveriflow.program.lowering.builtins import (
    constant_p,
    environment_pointers,
    fenv,
    file_calls,
    intrinsics,
    malloc,
    math,
    mem_functions,
    object_sizes,
    simple_calls,
    stdarg,
    verifier_functions,
)
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.expressions import (
    assignments,
    compound_literals,
    conditional,
    expressions,
    generic_selection,
    lvalues,
    sizeof,
    union_casts,
)
from coveriflow.program.lowering.expressions.calls import call
from coveriflow.program.lowering.functions import computed_gotos, inline_assembly, statements, vla
from coveriflow.program.lowering.lowerers import Lowerers, merged
from coveriflow.program.lowering.multicomponent import complex_numbers, vectors
from coveriflow.program.syntax.lexer import IMAGINARY_PART, REAL_PART
from coveriflow.program.syntax.parser import LABEL
from coveriflow.program.syntax.templates import Expanded
from coveriflow.program.text.normalise import IMAGINARY
from coveriflow.program.types.c_types import Sort

LOWERERS: Lowerers[FunctionContext] = Lowerers(
    expressions={
        c_ast.ArrayRef: lvalues.read,
        c_ast.Assignment: assignments.assignment,
        c_ast.Compound: statements.statement_expression,
        Expanded: statements.statement_expression,
        c_ast.CompoundLiteral: lvalues.read,
        c_ast.FuncCall: call.call,
        c_ast.GenericSelection: generic_selection.selected_value,
        c_ast.ID: lvalues.read,
        c_ast.StructRef: lvalues.read,
        c_ast.TernaryOp: conditional.conditional,
    },
    unary={
        "*": lvalues.read,
        "&": lvalues.address_of,
        "+": expressions.arithmetic_operator,
        "-": expressions.arithmetic_operator,
        "~": expressions.arithmetic_operator,
        "!": expressions.logical_not,
        "++": assignments.step,
        "--": assignments.step,
        "p++": assignments.step_after,
        "p--": assignments.step_after,
        "sizeof": sizeof.size_of_operand,
        "_Alignof": sizeof.alignment_of_operand,
        "__alignof": sizeof.alignment_of_operand,
        "__alignof__": sizeof.alignment_of_operand,
        REAL_PART: complex_numbers.real_or_imaginary,
        IMAGINARY_PART: complex_numbers.real_or_imaginary,
    },
    literals={IMAGINARY: complex_numbers.imaginary_constant, LABEL: computed_gotos.label_address},
    places={
        c_ast.CompoundLiteral: compound_literals.compound_literal,
        c_ast.UnaryOp: complex_numbers.designated_part,
    },
    calls=merged(
        stdarg.CALLS,
        inline_assembly.CALLS,
        complex_functions.CALLS,
        complex_numbers.CALLS,
        computed_gotos.CALLS,
        constant_p.CALLS,
        malloc.CALLS,
        simple_calls.CALLS,
        file_calls.CALLS,
        object_sizes.CALLS,
        environment_pointers.CALLS,
        intrinsics.CALLS,
        mem_functions.CALLS,
        fenv.CALLS,
        generic_selection.CALLS,
        vectors.CALLS,
        verifier_functions.CALLS,
    ),
    mathematics=math.math_call,
    modelled=mem_functions.MODELLED,
    templates=merged(
        atomic.EXPANDERS,
        buffering.EXPANDERS,
        builtins.EXPANDERS,
        filling.EXPANDERS,
        printf.EXPANDERS,
        sprintf.EXPANDERS,
        scanf.EXPANDERS,
        sscanf.EXPANDERS,
        streams.EXPANDERS,
    ),
    operations={Sort.COMPLEX: complex_numbers.OPERATIONS, Sort.VECTOR: vectors.OPERATIONS},
    type_of=sizeof.type_stood_for,
    selected=generic_selection.selected,
    to_union=union_casts.union_of,
    computed_row=vla.subscripted_row,
    row_address=vla.row_address,
    followed=environment_pointers.follow,
)
