"""Every exception that Panelwise raises on purpose.

::

    PanelwiseError            anything below
    ├── UserError             a user's mistake in one line: what, where, what to do; exit code 2
    │   ├── InputError        a file or folder that cannot be used
    │   │   ├── FormError     a value that a form for people does not take
    │   │   └── UnsafeInputError  a file that would harm the machine: bomb, traversal, absurd size
    │   ├── UnknownNameError  a name that no registry knows ("did you mean …")
    │   ├── SettingError      an option or setting with an impossible value
    │   ├── PluginError       an installed plug-in that cannot be imported, or fails
    │   ├── MissingExtraError a feature whose optional packages are not installed
    │   └── RefusedError      something that a person may not do, or not now
    ├── UnavailableError      an input that cannot feed a task ("needs descriptions"); exit code 2
    ├── RunError              a run that could not be completed; exit code 1
    └── ProviderError         a model's service failed
        ├── RateLimitedError  too many requests; ``retry_after`` seconds if the service said so
        ├── TransientError    a fault that a later try may not meet: timeout, 5xx, broken line
        │   ├── UnreachableError  nobody listens there: connection refused, unknown host
        │   └── UnreadableAnswerError  an answer that is no completion: HTML, cut or empty JSON
        ├── PermanentError    a fault that every retry would meet: a malformed request
        │   ├── KeyRefusedError   a wrong or missing key, or one without the right
        │   ├── NotServedError    a model or an address that the service does not know
        │   └── FilteredError     the service's filter refused the input
        └── UnsupportedRequestError  the model cannot take this input: images, length
            └── TooManyImagesError   it takes images, but not so many
"""

from __future__ import annotations

# Extras that are a distribution of their own: its name, and its folder in the repository.
BESIDE = {"press": ("panelwise-press", "press")}


class PanelwiseError(Exception):
    """The root of all exceptions that Panelwise raises on purpose."""


class UnreadFileWarning(UserWarning):
    """A file beside a comic's pages looks like an annotation and was not read."""


class RenamedSettingWarning(UserWarning):
    """A setting was given by the flat name that it had before settings had sections."""


class PluginWarning(UserWarning):
    """An installed plug-in cannot be used and was left out."""


class UserError(PanelwiseError):
    """A user's mistake. Its text is one line that says what, where and what to do."""


class InputError(UserError):
    """A file or folder that cannot be used as given."""


class FormError(InputError):
    """A value that a form for people does not take.

    Attributes:
        field: the name of the field; empty where the whole is meant.
        plain: what is wrong and what to do, for people who see the field's label.
    """

    def __init__(self, field: str, what: str, remedy: str) -> None:
        self.field = field
        self.plain = f"{what[:1].upper()}{what[1:]}: {remedy}."
        where = f"field '{field}'" if field else "the form"
        super().__init__(f"{where}: {what}; {remedy}")


class UnsafeInputError(InputError):
    """An input that would harm the machine: a bomb, a path traversal, absurd dimensions."""


class UnknownNameError(UserError):
    """A name that no registry knows."""


class SettingError(UserError):
    """An option or setting with an impossible value."""


class PluginError(UserError):
    """A plug-in that is installed and cannot be imported, or fails; the text names it."""


class MissingExtraError(UserError):
    """A feature whose optional packages are not installed; the text says which to install."""

    @classmethod
    def of(cls, what: str, extra: str) -> MissingExtraError:
        """The error of a feature that needs an extra, with the command that installs it here.

        >>> str(MissingExtraError.of("reading text", "ocr"))
        "reading text needs the extra 'ocr'; run ..."
        """
        beside = BESIDE.get(extra)
        needed = f"the extra '{extra}'" if beside is None else f"the package {beside[0]}"
        return cls(f"{what} needs {needed}; run {install_command(extra)}")


class RefusedError(UserError):
    """Something that a person may not do, or not now: a wrong password, a used invitation.

    Attributes:
        wait: seconds after which another attempt makes sense; 0 when waiting does not help.
    """

    def __init__(self, message: str, wait: float = 0.0) -> None:
        super().__init__(message)
        self.wait = wait

    @classmethod
    def after(cls, wait: float) -> RefusedError:
        """The refusal of somebody who tried too often.

        >>> str(RefusedError.after(3.2))
        'Too many attempts. Wait 4 seconds and try again.'
        """
        import math

        whole = max(1, math.ceil(wait))
        when = f"{whole} second{'s' if whole > 1 else ''}"
        if whole > 90:
            when = f"{math.ceil(whole / 60)} minutes"
        return cls(f"Too many attempts. Wait {when} and try again.", wait)


def install_command(extra: str) -> str:
    """The command that adds an extra to this installation: from its source, or by its name.

    A copy that was installed from a folder or a repository is not in a package index, so its name
    alone would install nothing, or another release. The same holds for an extra whose distribution
    is a folder of that repository: the command then names this folder.
    """
    import json
    import shlex
    import sys
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.parse import unquote, urlsplit

    try:
        origin = json.loads(distribution("panelwise").read_text("direct_url.json") or "{}")
    except PackageNotFoundError:
        origin = {}
    pip = f"{shlex.quote(sys.executable)} -m pip install"
    url = str(origin.get("url", ""))
    address = urlsplit(url)
    beside = BESIDE.get(extra)
    if address.scheme == "file" and "dir_info" in origin:
        folder = unquote(address.path)
        editable = "-e " if origin["dir_info"].get("editable") else ""
        wanted = f"{folder}[{extra}]" if beside is None else f"{folder}/{beside[1]}"
        return f"{pip} {editable}{shlex.quote(wanted)}"
    if vcs := origin.get("vcs_info"):
        source = f"{vcs['vcs']}+{url}@{vcs['commit_id']}"
        name, where = (f"panelwise[{extra}]", "") if beside is None else beside
        wanted = f"{name} @ {source}" + (f"#subdirectory={where}" if where else "")
        return f"{pip} {shlex.quote(wanted)}"
    if address.scheme and beside is None:
        return f"{pip} {shlex.quote(f'panelwise[{extra}] @ {url}')}"
    return f"{pip} {shlex.quote(f'panelwise[{extra}]')}"


class UnavailableError(PanelwiseError):
    """An input that cannot feed a task, for instance a page without descriptions."""


class RunError(PanelwiseError):
    """A run that could not be completed.

    Attributes:
        fault: what stopped it, without what to do.
    """

    def __init__(self, fault: str, remedy: str | None = None) -> None:
        super().__init__(f"{fault}; {remedy}" if remedy else fault)
        self.fault = fault


class ProviderError(PanelwiseError):
    """A model's service failed."""


class RateLimitedError(ProviderError):
    """Too many requests.

    Attributes:
        retry_after: seconds to wait, when the service said so.
    """

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class TransientError(ProviderError):
    """A fault that a later try may not meet: timeout, 5xx, broken connection."""


class UnreachableError(TransientError):
    """Nobody listens there: the connection was refused, or no such host is known."""


class UnreadableAnswerError(TransientError):
    """The service answered, but with no completion: HTML, no JSON, cut JSON, no choices.

    A proxy may do so once; what answers so again will do so always.
    """


class PermanentError(ProviderError):
    """A fault that every retry would meet: bad key, unknown model, malformed request."""


class KeyRefusedError(PermanentError):
    """The service refused the key, or wants one; the text names the variable that holds it."""


class NotServedError(PermanentError):
    """The service does not know the model or the address; the text names what it serves."""


class UnsupportedRequestError(ProviderError):
    """The model cannot take this input: no images, too many images, too long."""


class TooManyImagesError(UnsupportedRequestError):
    """The model takes images, but not this many in one request."""


class FilteredError(PermanentError):
    """The service's filter refused the input before the model saw it: a refusal, no failure."""
