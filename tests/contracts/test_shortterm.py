"""One behaviour suite for limpet's short-term memory and for the package whose place it takes."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from contracts import shortterm_behaviour
from limpet.memory import short_term

HERE = Path(__file__).parent
ALIAS = HERE.parents[1] / "app" / "shortterm_memory_alias"
REAL = "shortterm-memory==1.1.2"
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "limpet" / "shortterm-memory-1.1.2"
SHARED = [behaviour.__name__ for behaviour in shortterm_behaviour.SHARED]
OURS_ONLY = [behaviour.__name__ for behaviour in shortterm_behaviour.OURS_ONLY]


def run(*arguments: str, paths: list[Path], check: bool = True) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))}
    command = [sys.executable, *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=check, timeout=120)


def reported(paths: list[Path], *flags: str) -> dict[str, dict[str, str]]:
    return json.loads(run(*flags, str(HERE / "shortterm_behaviour.py"), paths=paths).stdout)


@pytest.fixture(scope="session")
def real_package() -> Path:
    """The real package without its dependencies, in a folder of its own that no environment sees; fetched once."""
    if not (CACHE / "shortterm_memory" / "ChatbotMemory.py").exists():
        run("-m", "pip", "install", "--quiet", "--no-deps", "--target", str(CACHE), REAL, paths=[])
    return CACHE


@pytest.fixture(scope="session")
def real_outcomes(real_package: Path) -> dict[str, str]:
    outcome = reported([HERE / "shortterm_fakes", real_package])
    assert str(real_package) in outcome["file"]
    return outcome["outcomes"]


@pytest.mark.parametrize("name", SHARED + OURS_ONLY)
def test_ours_does(name: str) -> None:
    getattr(shortterm_behaviour, name)(short_term)


@pytest.mark.parametrize("name", SHARED)
def test_the_real_package_does_too(name: str, real_outcomes: dict[str, str]) -> None:
    assert real_outcomes[name] == "ok"


@pytest.mark.parametrize("name", OURS_ONLY)
def test_the_real_package_does_not(name: str, real_outcomes: dict[str, str]) -> None:
    assert real_outcomes[name] != "ok"


def test_the_real_package_fails_after_its_first_compression_as_the_documentation_says(
    real_outcomes: dict[str, str],
) -> None:
    assert real_outcomes["it_goes_on_after_a_compression"].startswith("KeyError")
    assert real_outcomes["a_compressed_history_can_be_counted"].startswith("KeyError")


def test_the_differences_are_documented() -> None:
    page = (HERE.parents[1] / "docs" / "shortterm-memory.md").read_text("utf-8")
    for name in OURS_ONLY:
        assert f"`{name}`" in page


def test_under_the_alias_the_whole_suite_runs_by_the_packages_name() -> None:
    start = "import limpet_shortterm_alias as alias; alias.switch_on()\n"
    code = f"{start}import runpy; runpy.run_path({str(HERE / 'shortterm_behaviour.py')!r}, run_name='__main__')"
    outcomes = json.loads(run("-c", code, paths=[ALIAS, ALIAS.parent]).stdout)["outcomes"]
    assert set(outcomes.values()) == {"ok"}


def test_where_the_real_package_is_installed_the_alias_stands_aside_with_a_word(real_package: Path) -> None:
    code = (
        "import limpet_shortterm_alias as alias; alias.switch_on()\n"
        "import shortterm_memory.ChatbotMemory as found; print(found.__file__)"
    )
    outcome = run("-c", code, paths=[ALIAS, ALIAS.parent, HERE / "shortterm_fakes", real_package])
    assert str(real_package) in outcome.stdout
    assert "stands aside" in outcome.stderr
    assert "pip uninstall shortterm-memory" in outcome.stderr


def test_installing_over_the_real_package_is_refused_with_a_word(tmp_path: Path) -> None:
    (tmp_path / "shortterm_memory").mkdir()
    (tmp_path / "shortterm_memory" / "__init__.py").touch()
    code = (
        f"import sysconfig; sysconfig.get_paths = lambda *a, **k: {{'purelib': {str(tmp_path)!r}}}\n"
        f"import sys, setuptools; setuptools.setup = lambda **k: None; sys.argv = ['setup.py']\n"
        f"import runpy; runpy.run_path({str(ALIAS / 'setup.py')!r})"
    )
    outcome = run("-c", code, paths=[], check=False)
    assert outcome.returncode != 0
    assert "does not go over it" in outcome.stderr


def test_the_wheel_has_its_own_name_and_no_file_of_the_real_package(tmp_path: Path) -> None:
    import shutil

    source = shutil.copytree(ALIAS, tmp_path / "source")
    run("-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(tmp_path), str(source), paths=[])
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.startswith("limpet_shortterm_alias-")
    names = zipfile.ZipFile(wheel).namelist()
    assert "limpet_shortterm_alias.pth" in names
    assert not any(name.startswith("shortterm_memory/") for name in names)
