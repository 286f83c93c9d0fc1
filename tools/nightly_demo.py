"""Nights under Prefect, from nothing: a server, a work pool and a worker on the loopback interface, two nights, an end.

Everything lies in one folder and is stopped by its process id. ``--screenshots`` looks at the pages with chromium.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LOCAL = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # never through a proxy
STARTS_WITHIN = 180.0  # seconds
NIGHT_WITHIN = 900.0
TASKS = [f"examples/{name}.yml" for name in ("halves", "halves-bug", "count", "cmc-fig2", "trace-fig2", "window")]
FLOWS = ["cmc", "kinduction", "predicate"]


def main() -> int:
    """Do all of it; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("coveriflow-out/nightly-demo"))
    parser.add_argument("--keep", action="store_true", help="wait for Enter before everything is stopped")
    parser.add_argument("--screenshots", type=Path, metavar="DIR", help="pictures of the pages (needs chromium)")
    parser.add_argument("--tasks", nargs="*", default=TASKS, metavar="TASKS", help="instead of a few examples")
    options = parser.parse_args()
    for sign in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(sign, ended)
    folder = options.folder.absolute()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with contextlib.ExitStack() as stack:
        demo = Demo(folder, free_port())
        stack.enter_context(demo.started("server", "server", "start", "--host", "127.0.0.1", "--port", str(demo.port)))
        demo.wait_until_healthy()
        print(f"The server runs: {demo.ui}")
        demo.prefect("work-pool", "create", "coveriflow", "--type", "process")
        demo.prefect("--no-prompt", "deploy", "--all")
        print("The deployments verify, nightly, nightly-help, cmc, portfolio and ranged are there.")
        stack.enter_context(demo.started("worker", "worker", "start", "--pool", "coveriflow", "--limit", "1"))
        states = [demo.batch(name, options.tasks) for name in ("first", "second")]
        demo.tell()
        if options.screenshots:
            demo.take_pictures(options.screenshots.absolute())
        if options.keep and sys.stdin.isatty():
            input("Press Enter to stop the server and the worker. ")
    print("Server and worker have been stopped.")
    return 0 if all(state == "COMPLETED" for state in states) else 1


def ended(sign: int, _frame: object) -> None:
    """What was started is stopped; a second signal does not keep that from happening."""
    for each in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(each, signal.SIG_IGN)
    raise SystemExit(128 + sign)


class Demo:
    """A server at ``port``, with everything in ``folder``."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = folder, port
        self.ui, self.api = f"http://127.0.0.1:{port}", f"http://127.0.0.1:{port}/api"
        others = {name: value for name, value in os.environ.items() if not name.startswith("PREFECT_")}
        self.environment = others | {
            "PREFECT_HOME": str(folder / "prefect"),
            "PREFECT_API_URL": self.api,
            "PREFECT_SERVER_UI_API_URL": self.api,
            "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
            "DO_NOT_TRACK": "1",
            "COVERIFLOW_CACHE": str(folder / "cache"),
            "NO_PROXY": "127.0.0.1",
            "no_proxy": "127.0.0.1",
        }

    @contextlib.contextmanager
    def started(self, name: str, *words: str) -> Iterator[subprocess.Popen[bytes]]:
        """Within, a process of Prefect's runs; it is asked twice to end, as Prefect wants it, and then made to."""
        with (self.folder / f"{name}.log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "prefect", *words],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                yield process
            finally:
                for sign in (signal.SIGTERM, signal.SIGTERM, signal.SIGKILL):
                    if process.poll() is None:
                        process.send_signal(sign)
                        with contextlib.suppress(subprocess.TimeoutExpired):
                            process.wait(10.0)

    def prefect(self, *words: str) -> str:
        """What a command of Prefect's says; its failure ends the demo."""
        command = [sys.executable, "-m", "prefect", *words]
        done = subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(f"prefect {' '.join(words)} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    def ask(self, path: str, content: object = None) -> Any:
        """What the server answers: any JSON."""
        data = None if content is None else json.dumps(content).encode()
        request = urllib.request.Request(self.api + path, data, {"Content-Type": "application/json"})
        with LOCAL.open(request, timeout=60.0) as answer:
            return json.loads(answer.read())

    def wait_until_healthy(self) -> None:
        """``SystemExit`` if the server does not start."""
        deadline = time.monotonic() + STARTS_WITHIN
        while time.monotonic() < deadline:
            with contextlib.suppress(urllib.error.URLError, OSError):
                if self.ask("/health") is True:
                    return
            time.sleep(0.5)
        raise SystemExit(f"the server does not start: see {self.folder / 'server.log'}")

    def begin(self, name: str, tasks: list[str], **more: object) -> str:
        """Run the deployment; the id of the flow run."""
        (deployment,) = self._all("deployments", {"name": {"any_": ["nightly"]}}, "deployments")
        usual = {"tasks": tasks, "flows": FLOWS, "name": name, "cpu": 20, "folder": str(self.folder / "nights")}
        run = self.ask(f"/deployments/{deployment['id']}/create_flow_run", {"parameters": usual | more})
        print(f"The batch run '{name}' runs: {self.ui}/runs/flow-run/{run['id']}", flush=True)
        return str(run["id"])

    def batch(self, name: str, tasks: list[str], **more: object) -> str:
        """Run the deployment; the type of the state in which it ends."""
        return self.end_of(self.begin(name, tasks, **more))

    def end_of(self, run: str) -> str:
        """Wait for a flow run; the type of the state in which it ends."""
        deadline = time.monotonic() + NIGHT_WITHIN
        while time.monotonic() < deadline:
            state = self.ask(f"/flow_runs/{run}")["state"]
            if state["type"] in ("COMPLETED", "FAILED", "CRASHED", "CANCELLED"):
                print(f"  {state['name']}: {state['message']}")
                return str(state["type"])
            time.sleep(1.0)
        return "LATE"

    def _all(self, what: str, filters: object, key: str) -> list[dict[str, str]]:
        found = self.ask(f"/{what}/filter", {key: filters})
        return list(found)

    def tell(self) -> None:
        """Where to look."""
        pages = sorted(self.folder.glob("nights/*/index.html"))
        print("\nWhat to look at:")
        for text, path in (("runs", "/runs"), ("pages (artifacts)", "/artifacts"), ("deployments", "/deployments")):
            print(f"  {text:18} {self.ui}{path}")
        for page in pages:
            print(f"  {'without a server':18} {page}")

    def take_pictures(self, folder: Path) -> None:
        """Pictures of the last flow run that has ended, its artifacts, the deployment and its form."""
        folder.mkdir(parents=True, exist_ok=True)
        (deployment,) = self._all("deployments", {"name": {"any_": ["nightly"]}}, "deployments")
        done = {"state": {"type": {"any_": ["COMPLETED"]}}}  # others are scheduled
        run = self.ask("/flow_runs/filter", {"flow_runs": done, "sort": "END_TIME_DESC", "limit": 1})[0]
        artifacts = self.ask("/artifacts/filter", {"flow_runs": {"id": {"any_": [run["id"]]}}})
        pages = {
            "flow-run": f"/runs/flow-run/{run['id']}",
            "task-runs": "/runs?tab=task-runs",
            "artifacts": "/artifacts",
            "deployments": "/deployments",
            "deployment": f"/deployments/deployment/{deployment['id']}",
            "upcoming": f"/deployments/deployment/{deployment['id']}?tab=Upcoming",
            "dashboard": "/dashboard",
            "form": f"/deployments/deployment/{deployment['id']}/run",
            **{f"artifact-{each['key']}": f"/artifacts/artifact/{each['id']}" for each in artifacts},
        }
        for name, path in pages.items():
            self._picture(f"{self.ui}{path}", folder / f"{name}.png")
        page = max(self.folder.glob("nights/*/index.html"), key=os.path.getmtime).as_uri()
        self._picture(page, folder / "page.png", "1400,3000")
        self._picture(page, folder / "page-narrow.png", "500,3000")

    def _picture(self, url: str, file: Path, size: str = "1400,1100") -> None:
        browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        if browser is None:
            raise SystemExit("--screenshots needs chromium")
        words = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            f"--window-size={size}",
            "--force-prefers-reduced-motion",
            "--run-all-compositor-stages-before-draw",
            "--virtual-time-budget=20000",
        ]
        subprocess.run([browser, *words, f"--screenshot={file}", url], capture_output=True, check=False, timeout=180)
        print(f"  {file}")


def free_port() -> int:
    """A port of the loopback interface that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    sys.exit(main())
