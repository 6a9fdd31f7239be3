"""Puts the switch-on line beside the package, and refuses where the real package is installed."""

import sysconfig
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

REAL = (
    "shortterm-memory is installed in {place}. limpet-shortterm-alias does not go over it:"
    " run `pip uninstall shortterm-memory` first."
)


def refuse_over_the_real_one() -> None:
    """End the build when the interpreter that is installed into has the real package."""
    place = Path(sysconfig.get_paths()["purelib"])
    if (place / "shortterm_memory" / "__init__.py").exists() or list(place.glob("shortterm_memory-*.dist-info")):
        raise SystemExit(REAL.format(place=place))


class BuildWithSwitch(build_py):
    """Adds ``limpet_shortterm_alias.pth`` to the root of the wheel."""

    def run(self) -> None:
        """Build, then copy the file."""
        super().run()
        self.copy_file("limpet_shortterm_alias.pth", str(Path(self.build_lib) / "limpet_shortterm_alias.pth"))


refuse_over_the_real_one()
setup(packages=["limpet_shortterm_alias"], cmdclass={"build_py": BuildWithSwitch})
