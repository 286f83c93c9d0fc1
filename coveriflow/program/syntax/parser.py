"""pycparser with the words of GNU C, and without those of C23 that programs use as names of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pycparser import c_ast
from pycparser.c_parser import CParser

from coveriflow.program.syntax.lexer import IMAGINARY_PART, REAL_PART, Lexer, OwnLexer
from coveriflow.program.text.normalise import IMAGINARY
from coveriflow.program.text.pragma_pack import Packing

COMPUTED_GOTO = "__computed_goto"
"""The function that stands for ``goto *address``; after the address its arguments are the labels that it may go to."""

LABEL = "label"
"""The type of the constant that ``&&label`` is."""

PACK = "pack"
"""The attribute of a struct or union that tells to how many bytes ``#pragma pack`` aligns its members at most."""

COMPLEX_WORDS = ("_Complex", "__complex__", "__complex")
"""Ways to write the type specifier."""

_PARTS = {"REAL_PART": REAL_PART, "IMAGINARY_PART": IMAGINARY_PART}
_BEGINNINGS = frozenset({*_PARTS, "IMAGINARY", "CONVERT_VECTOR"})
"""Of expressions, beyond C's."""


class GnuParser(CParser):  # type: ignore[misc]
    """The dialect is that of C23, since attributes are passed on in its notation (``[[packed]]``). ``is_ours``: the
    text stands for functions of the library, and names of files in angle brackets say so.
    """

    def __init__(self, *, is_ours: bool = False) -> None:
        super().__init__(lexer=OwnLexer if is_ours else Lexer, dialect="c23")
        self._blocks = 0
        self._local_labels: list[dict[str, str]] = []
        self._label_count = 0
        self._addressed_labels: dict[str, c_ast.Constant] = {}
        self._computed_gotos: list[c_ast.ExprList] = []
        self._packing = Packing()

    # --- tokens -------------------------------------------------------------------------------------------------------

    def _peek(self, k: int = 1) -> Any:
        """The same as in the parser that this one is built on, in one step: it is asked for some ten times a token."""
        stream = self._tokens
        position = stream._index + k - 1
        if position >= len(stream._buffer):
            return super()._peek(k)
        token = stream._buffer[position]
        if token is not self._typedef_checked_token:
            self._classify_identifier(token)
        return token

    def _peek_type(self, k: int = 1) -> str | None:
        token = self._peek(k)
        return None if token is None else token.type

    # --- declarations -------------------------------------------------------------------------------------------------

    def _is_inferred_auto(self, spec: Any) -> bool:
        """Plain ``auto`` is the storage class that it always was."""
        return "__auto_type" in spec["storage"] and not spec["type"]

    def _parse_specifiers(self, *, allow_storage_and_function: bool) -> Any:
        """GNU's attributes may stand between specifiers, and before them."""
        leading = self._parse_attribute_specifier_sequence()
        spec, saw_type, first = super()._parse_specifiers(allow_storage_and_function=allow_storage_and_function)
        if spec is not None and leading:
            spec["type_attributes"] = leading + spec["type_attributes"]
        while spec is not None and spec["type_attributes"] and not (saw_type and self._peek_type() == "TYPEID"):
            more, has_type, _ = super()._parse_specifiers(allow_storage_and_function=allow_storage_and_function)
            if more is None:
                break
            for kind in spec:
                spec[kind] += more[kind]
            saw_type = saw_type or has_type
        return spec, saw_type, first

    def _try_parse_paren_type_name(self) -> Any:
        if self._peek_type() != "LPAREN":
            return None
        if self._peek_type(2) != "ATTRIBUTE_BEGIN":
            return super()._try_parse_paren_type_name()
        mark, opening = self._mark(), self._advance()
        type_ = self._parse_type_name()
        self._expect("RPAREN")
        return type_, mark, opening, []

    def _parse_decl_suffixes(self, decl: c_ast.Node) -> c_ast.Node:
        """GNU's attributes may stand after any declarator."""
        found = super()._parse_decl_suffixes(decl)
        attributes = self._parse_attribute_specifier_sequence()
        if attributes:
            _attach(found, attributes)
        return found

    def _parse_array_decl_common(self, base_type: c_ast.Node | None, coord: Any = None) -> c_ast.Node:
        """A length may begin with ``*``; alone, that stands for a length that is left open (C11 6.7.6.2 p4)."""
        if self._peek_type(2) != "TIMES" or self._peek_type(3) == "RBRACKET":
            return super()._parse_array_decl_common(base_type, coord)
        opening = self._expect("LBRACKET")
        dim = self._parse_assignment_expression()
        self._expect("RBRACKET")
        return c_ast.ArrayDecl(base_type, dim, [], coord or self._tok_coord(opening))

    def _fix_decl_name_type(self, decl: c_ast.Node, typename: Sequence[c_ast.Node]) -> c_ast.Node:
        """``static x;`` declares an ``int`` (C90)."""
        return super()._fix_decl_name_type(decl, typename or [c_ast.IdentifierType(["int"], coord=decl.coord)])

    def _parse_external_declaration(self) -> list[c_ast.Node]:
        """``f(a) char a; {}`` and ``x;`` without a type are about ``int`` (C90)."""
        token = self._peek()
        if token is None or token.type not in ("ID", "TIMES") or self._starts_declaration(token):
            found: list[c_ast.Node] = super()._parse_external_declaration()
            return found
        place = self._tok_coord(token)
        spec: Any = self._add_declaration_specifier(None, c_ast.IdentifierType(["int"], coord=place), "type")
        declarator = self._parse_id_declarator()
        is_function = isinstance(declarator, c_ast.FuncDecl)
        if is_function and (self._peek_type() == "LBRACE" or self._starts_declaration()):
            return [self._parse_function_definition(spec, declarator)]
        first = {"decl": declarator}
        if self._accept("EQUALS"):
            first["init"] = self._parse_initializer()
        elif not is_function and self._peek_type() not in ("SEMI", "COMMA"):
            self._parse_error("Invalid function definition", declarator.coord)
        declarators = self._parse_init_declarator_list(first=first)
        declarations = self._build_declarations(spec=spec, decls=declarators, typedef_namespace=True)
        return list(self._parse_declaration_end(declarations))

    def _parse_function_definition(self, spec: Any, decl: c_ast.Node) -> c_ast.Node:
        self._addressed_labels, self._computed_gotos = {}, []
        definition = super()._parse_function_definition(spec, decl)
        if not isinstance(definition.decl.type, c_ast.FuncDecl):
            self._parse_error("Invalid function definition", definition.decl.coord)
        for jump in self._computed_gotos:
            jump.exprs += self._addressed_labels.values()
        return definition

    def _parse_declaration_end(self, decls: list[c_ast.Node]) -> list[c_ast.Node]:
        """The last member of a struct may lack its semicolon."""
        token = self._peek()
        if token is not None and token.type == "LBRACE" and self._blocks and decls and _is_function(decls[-1]):
            return [*decls[:-1], self._parse_nested_function(decls[-1])]
        if token is not None and token.type == "RBRACE" and not self._blocks:
            return decls
        found: list[c_ast.Node] = super()._parse_declaration_end(decls)
        return found

    def _parse_nested_function(self, declaration: c_ast.Decl) -> c_ast.FuncDef:
        """GNU's function within a function: ``declaration`` has been read, and a body follows."""
        labels, gotos = self._addressed_labels, self._computed_gotos
        self._addressed_labels, self._computed_gotos = {}, []
        self._push_scope()
        for parameter in declaration.type.args.params if declaration.type.args else ():
            if name := getattr(parameter, "name", None):
                self._add_identifier(name, parameter.coord)
        body = self._parse_compound_statement(new_scope=False)
        self._pop_scope()
        for jump in self._computed_gotos:
            jump.exprs += self._addressed_labels.values()
        self._addressed_labels, self._computed_gotos = labels, gotos
        return c_ast.FuncDef(declaration, None, body, declaration.coord)

    def _parse_struct_declaration_list(self) -> list[c_ast.Node]:
        blocks, self._blocks = self._blocks, 0
        found: list[c_ast.Node] = super()._parse_struct_declaration_list()
        self._blocks = blocks
        return found

    def _parse_struct_or_union_specifier(self) -> c_ast.Node:
        """``#pragma pack`` is effective where the members end."""
        found = super()._parse_struct_or_union_specifier()
        if found.decls is not None and self._packing.most:
            pack = c_ast.Attribute(PACK, None, str(self._packing.most), found.coord)
            found.attributes = [*found.attributes, c_ast.AttributeSpecifier([pack], found.coord)]
        return found

    def _parse_struct_declarator(self) -> Any:
        """A bit-field may have attributes after its width."""
        found = super()._parse_struct_declarator()
        _attach(found["decl"], self._parse_attribute_specifier_sequence())
        return found

    def _parse_pppragma_directive(self) -> c_ast.Node:
        found = super()._parse_pppragma_directive()
        text = found.string if isinstance(found.string, str) else found.string.value
        self._packing.directive(text.strip('"'))
        return found

    def _parse_initializer_item(self) -> c_ast.Node:
        """``member: value`` is GNU's ``.member = value``."""
        token = self._peek()
        if token is None or token.type not in ("ID", "TYPEID") or self._peek_type(2) != "COLON":
            return super()._parse_initializer_item()
        name = self._parse_identifier_or_typeid()
        self._expect("COLON")
        return c_ast.NamedInitializer([name], self._parse_initializer(), name.coord)

    def _parse_designation(self) -> list[c_ast.Node]:
        """``[1] value`` is GNU's ``[1] = value``."""
        designators: list[c_ast.Node] = self._parse_designator_list()
        if not (len(designators) == 1 and isinstance(designators[0], c_ast.ArrayDesignator)):
            self._expect("EQUALS")
        else:
            self._accept("EQUALS")
        return designators

    # --- statements ---------------------------------------------------------------------------------------------------

    def _parse_compound_statement(self, *, new_scope: bool = True) -> c_ast.Node:
        self._blocks += 1
        self._local_labels.append({})
        found = super()._parse_compound_statement(new_scope=new_scope)
        self._local_labels.pop()
        self._blocks -= 1
        return found

    def _parse_block_item(self) -> c_ast.Node | list[c_ast.Node]:
        """``__label__ a, b;`` gives the block labels of its own."""
        if self._is_label():
            return self._parse_labeled_statement()
        if not self._accept("__LABEL__"):
            item: c_ast.Node | list[c_ast.Node] = super()._parse_block_item()
            return item
        self._declare_label()
        while self._accept("COMMA"):
            self._declare_label()
        self._expect("SEMI")
        return []

    def _declare_label(self) -> None:
        name = self._parse_identifier_or_typeid().name
        self._label_count += 1
        self._local_labels[-1][name] = f"{name}${self._label_count}"

    def _label(self, name: str) -> str:
        """The name that a label has within its function."""
        return next((block[name] for block in reversed(self._local_labels) if name in block), name)

    def _is_label(self) -> bool:
        """Labels have names of their own (C11 6.2.3): one may be that of a type."""
        return self._peek_type() in ("ID", "TYPEID") and self._peek_type(2) == "COLON"

    def _starts_statement(self) -> bool:
        return self._is_label() or bool(super()._starts_statement())

    def _parse_statement(self) -> c_ast.Node:
        return self._parse_labeled_statement() if self._is_label() else super()._parse_statement()

    def _take_as_identifier(self) -> None:
        """What comes next is no type here, if it is a name."""
        token = self._peek()
        if token is not None and token.type == "TYPEID":
            token.type = "ID"

    def _parse_enumerator(self) -> c_ast.Node:
        """One may hide a type of an outer scope."""
        self._take_as_identifier()
        return super()._parse_enumerator()

    def _parse_labeled_statement(self) -> c_ast.Node:
        if self._is_label():
            self._take_as_identifier()
        found = super()._parse_labeled_statement()
        if isinstance(found, c_ast.Label):
            found.name = self._label(found.name)
        return found

    def _parse_jump_statement(self) -> c_ast.Node:
        if self._peek_type() != "GOTO":
            return super()._parse_jump_statement()
        place = self._tok_coord(self._advance())
        if not self._accept("TIMES"):
            name = self._label(self._parse_identifier_or_typeid().name)
            self._expect("SEMI")
            return c_ast.Goto(name, place)
        arguments = c_ast.ExprList([self._parse_expression()], place)
        self._expect("SEMI")
        self._computed_gotos.append(arguments)
        return c_ast.FuncCall(c_ast.ID(COMPUTED_GOTO, place), arguments, place)

    # --- expressions --------------------------------------------------------------------------------------------------

    def _starts_expression(self, tok: Any = None) -> bool:
        token = tok or self._peek()
        return token is not None and (token.type in _BEGINNINGS or bool(super()._starts_expression(token)))

    def _parse_unary_expression(self) -> c_ast.Node:
        """``&&label``, ``_Alignof`` of an expression, and parts of complex numbers."""
        match self._peek_type():
            case "LAND":
                place = self._tok_coord(self._advance())
                name = self._label(self._parse_identifier_or_typeid().name)
                return self._addressed_labels.setdefault(name, c_ast.Constant(LABEL, name, place))
            case "_ALIGNOF":
                token = self._advance()
                named = self._try_parse_paren_type_name()
                operand = named[0] if named is not None else self._parse_unary_expression()
                return c_ast.UnaryOp(token.value, operand, self._tok_coord(token))
            case "REAL_PART" | "IMAGINARY_PART":
                token = self._advance()
                return c_ast.UnaryOp(_PARTS[token.type], self._parse_cast_expression(), self._tok_coord(token))
            case _:
                return super()._parse_unary_expression()

    def _parse_primary_expression(self) -> c_ast.Node:
        match self._peek_type():
            case "__BUILTIN_VA_ARG":
                return self._parse_next_argument()
            case "CONVERT_VECTOR":
                return self._parse_conversion()
            case "IMAGINARY":
                self._advance()
                found = self._parse_constant()
                return c_ast.Constant(IMAGINARY, found.value, found.coord)
            case "__BUILTIN_TYPES_COMPATIBLE_P":
                return self._parse_comparison_of_types()
            case _:
                return super()._parse_primary_expression()

    def _parse_comparison_of_types(self) -> c_ast.Node:
        """``__builtin_types_compatible_p(type, type)``."""
        token = self._advance()
        self._expect("LPAREN")
        left = self._parse_type_name()
        self._expect("COMMA")
        right = self._parse_type_name()
        self._expect("RPAREN")
        place = self._tok_coord(token)
        return c_ast.FuncCall(c_ast.ID(token.value, place), c_ast.ExprList([left, right], place), place)

    def _parse_conversion(self) -> c_ast.Node:
        """``__builtin_convertvector(vector, type)``."""
        token = self._advance()
        place = self._tok_coord(token)
        self._expect("LPAREN")
        vector = self._parse_assignment_expression()
        self._expect("COMMA")
        type_ = self._parse_type_name()
        self._expect("RPAREN")
        return c_ast.FuncCall(c_ast.ID(token.value, place), c_ast.ExprList([vector, type_], place), place)

    def _parse_next_argument(self) -> c_ast.Node:
        """``va_arg(list, type)`` becomes a call with ``list[0]++`` and the type: like that, it changes the list."""
        token = self._advance()
        place = self._tok_coord(token)
        self._expect("LPAREN")
        whole = self._parse_assignment_expression()
        self._expect("COMMA")
        type_ = self._parse_type_name()
        self._expect("RPAREN")
        step = c_ast.UnaryOp("p++", c_ast.ArrayRef(whole, c_ast.Constant("int", "0", place), place), place)
        return c_ast.FuncCall(c_ast.ID(token.value, place), c_ast.ExprList([step, type_], place), place)


def _attach(declarator: c_ast.Node, attributes: list[c_ast.Node]) -> None:
    """To what is declared."""
    while not isinstance(declarator, c_ast.TypeDecl):
        declarator = declarator.type
    declarator.attributes = [*(declarator.attributes or []), *attributes]


def _is_function(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.FuncDecl)
