"""What holds of every document."""

from collections.abc import Iterator
from importlib import import_module
from inspect import Parameter, signature
from pkgutil import iter_modules

from cluetree.operations import forms
from cluetree.operations.forms.parts import EstimateForm, Form, to_json


def every_form(base: type[Form] = Form) -> Iterator[type[Form]]:
    for form in base.__subclasses__():
        yield form
        yield from every_form(form)


def test_a_document_is_filled_in_by_name() -> None:
    """So a field may move within it."""
    for module in iter_modules(forms.__path__, f"{forms.__name__}."):
        import_module(module.name)
    found = {
        form.__name__: {each.kind for each in signature(form).parameters.values()}
        for form in every_form()
    }
    assert len(found) > 20
    assert [name for name, kinds in found.items() if kinds - {Parameter.KEYWORD_ONLY}] == []


def test_a_document_is_written_for_people_too() -> None:
    """A field a line, as far in as it is deep."""
    written = to_json(EstimateForm(value=0.5, error=None))
    assert written == '{\n "value": 0.5,\n "error": null\n}'
