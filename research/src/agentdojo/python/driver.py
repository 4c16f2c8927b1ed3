"""Runs cases of the installed AgentDojo package for the bench, one JSON value a line.

    driver.py facts --benchmark-version v1.2.2     what the package says of itself
    driver.py serve --benchmark-version v1.2.2     a job a line in, a grade or an error a line out

The package's pipeline elements, defences, attacks, environments and graders run as they are. What
goes wrong in a job is an error, never a grade: the package's own benchmark loop, which counts some
errors as successful attacks, is not used.
"""

import argparse
import copy
import gc
import json
import os
import signal
import sys
import time
import warnings
from functools import lru_cache
from importlib.metadata import version

import yaml

# The C loader is several times faster. It must be in place before the package is imported, because
# the package derives its own loader from it. Tool outputs are still written by the Python dumper.
yaml.SafeLoader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

import openai
from agentdojo.agent_pipeline.agent_pipeline import AgentPipeline, PipelineConfig
from agentdojo.agent_pipeline.base_pipeline_element import BasePipelineElement
from agentdojo.agent_pipeline.errors import AbortAgentError
from agentdojo.agent_pipeline.llms import openai_llm
from agentdojo.agent_pipeline.tool_execution import tool_result_to_str
from agentdojo.attacks import attack_registry
from agentdojo.functions_runtime import FunctionsRuntime
from agentdojo.models import MODEL_NAMES
from agentdojo.task_suite.load_suites import get_suites
from agentdojo.types import get_text_content_as_str

ERROR_MESSAGE_CHARACTERS_MAX = 500
PIPELINES_MAX = 64


def facts(suites, versions):
    return {**versions, "suites": {name: suite_facts(suite) for name, suite in suites.items()}}


def suite_facts(suite):
    user_tasks, injection_tasks = suite.user_tasks.values(), suite.injection_tasks.values()
    return {
        "tools": [tool.name for tool in suite.tools],
        "declared": {tool.name: declaration(tool) for tool in suite.tools},
        "userTasks": {task.ID: task_facts(suite, task, task.PROMPT) for task in user_tasks},
        "injectionTasks": {task.ID: task_facts(suite, task, task.GOAL) for task in injection_tasks},
        "vectors": list(suite.get_injection_vector_defaults()),
    }


def declaration(tool):
    """What a model is told of a tool."""
    function = openai_llm._function_to_openai(tool)["function"]
    return {"description": function["description"], "parameters": function["parameters"]}


def task_facts(suite, task, prompt):
    """The ground truth is carried out in order, so that each output is what an agent would read."""
    environment = suite.load_and_inject_default_environment({})
    if hasattr(task, "init_environment"):
        environment = task.init_environment(environment)
    runtime = FunctionsRuntime(suite.tools)
    calls = []
    for call in task.ground_truth(environment):
        calls.append({"tool": call.function, "args": copy.deepcopy(dict(call.args))})
        result, error = runtime.run_function(environment, call.function, call.args)
        calls[-1]["output"] = error or tool_result_to_str(result)
    return {"prompt": prompt, "groundTruth": calls, "answer": task.GROUND_TRUTH_OUTPUT}


class Watched(BasePipelineElement):
    """Keeps the last message of a pipeline, which the package's grading does not hand out."""

    def __init__(self, pipeline):
        self.pipeline = pipeline
        self.name = pipeline.name
        self.answer = ""

    def query(self, *args, **kwargs):
        try:
            result = self.pipeline.query(*args, **kwargs)
        except AbortAgentError as aborted:
            self.keep(aborted.messages)
            raise
        self.keep(result[3])
        return result

    def keep(self, messages):
        self.answer = get_text_content_as_str(messages[-1]["content"] or [])


def recording(calls):
    """A runtime of the package that also writes down what it is asked to carry out, of all runs:
    the package runs a pipeline again, up to three times, when it gave no answer."""

    class Recording(FunctionsRuntime):
        def run_function(self, env, function, kwargs, raise_on_error=False):
            calls.append({"tool": function, "args": copy.deepcopy(dict(kwargs))})
            return super().run_function(env, function, kwargs, raise_on_error)

    return Recording


@lru_cache(PIPELINES_MAX)
def pipeline_for(base_url, api_key, model, defence):
    client = openai.OpenAI(base_url=base_url, api_key=api_key, http_client=http_client())
    llm = openai_llm.OpenAILLM(client, model)
    llm.name = model
    config = PipelineConfig(
        llm=llm, model_id=None, defense=defence, system_message_name=None, system_message=None
    )
    pipeline = AgentPipeline.from_config(config)
    # Attacks address the model by name and refuse a pipeline whose model they do not know.
    if not any(known in pipeline.name for known in MODEL_NAMES):
        pipeline.name = f"local-{pipeline.name}"
    return pipeline


@lru_cache(1)
def http_client():
    """One for all keys: each would load the machine's certificates again."""
    return openai.DefaultHttpxClient()


def remember_tool_schemas():
    """The package derives every tool's JSON schema anew for each request, a quarter of the time of
    a case. The same function gives the same schema."""
    derive, known = openai_llm._function_to_openai, {}

    def remembered(function):
        # The function is kept beside its schema, so that its id stays its own.
        if id(function) not in known:
            known[id(function)] = (function, derive(function))
        return known[id(function)][1]

    openai_llm._function_to_openai = remembered


ATTACKS = {}


def attack_for(suite, name, pipeline):
    """Attacks remember which places a task reads, so they are kept."""
    if name not in attack_registry.ATTACKS:
        raise ValueError(f"the package has no attack {name}")
    key = (suite.name, name, pipeline.name)
    if key not in ATTACKS:
        ATTACKS[key] = attack_registry.load_attack(name, suite, pipeline)
    return ATTACKS[key]


def inside_quotes(text):
    """The package pastes injections between double quotes of a YAML file: ours arrive unchanged."""
    quoted = yaml.safe_dump(text, default_style='"', width=float("inf"), allow_unicode=True)
    return quoted[1:-2]


def injections_for(suite, user_task, goal, by, pipeline):
    """Texts by vector, and whether the attack wants nothing but that the task is not done."""
    if "texts" in by:
        return {vector: inside_quotes(text) for vector, text in by["texts"].items()}, False
    attack = attack_for(suite, by["name"], pipeline)
    return attack.attack(user_task, goal), attack.is_dos_attack


def graded(suites, job):
    started = time.perf_counter()
    suite = named(suites, job["suite"], "suite")
    user_task = named(suite.user_tasks, job["userTask"], "user task")
    pipeline = pipeline_for(job["baseUrl"], job["apiKey"], job["model"], job.get("ownDefence"))
    goal, injections, denies_service = None, {}, False
    attack = job.get("attack")
    if attack is not None:
        goal = named(suite.injection_tasks, attack["goal"], "injection task")
        by = attack["by"]
        injections, denies_service = injections_for(suite, user_task, goal, by, pipeline)
    watched, calls = Watched(pipeline), []
    utility, succeeded = suite.run_task_with_pipeline(
        watched, user_task, goal, injections, runtime_class=recording(calls)
    )
    grade = {"utility": bool(utility), "calls": calls, "answer": watched.answer}
    if goal is not None:
        grade["attackSucceeded"] = not utility if denies_service else bool(succeeded)
    return {**grade, "ms": 1000 * (time.perf_counter() - started)}


def named(items, name, kind):
    if name not in items:
        raise ValueError(f"the package has no {kind} {name}")
    return items[name]


def as_line(value):
    """Whatever JSON does not know goes as its text; numbers that it cannot write are refused."""
    return json.dumps(value, default=str, allow_nan=False) + "\n"


def answer_to(suites, line):
    request = json.loads(line)
    try:
        return as_line({"id": request["id"], "graded": graded(suites, request["job"])})
    except Exception as error:
        message = str(error)[:ERROR_MESSAGE_CHARACTERS_MAX]
        failure = {"type": type(error).__name__, "message": message}
        return as_line({"id": request["id"], "error": failure})


def say(stdout, line):
    stdout.write(line)
    stdout.flush()


def private_streams():
    """Takes stdin and stdout for the protocol: whatever prints goes to stderr from now on, and
    whatever asks for input finds none."""
    stdin = os.fdopen(os.dup(0), "r", encoding="utf-8")
    stdout = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    return stdin, stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["facts", "serve"])
    parser.add_argument("--benchmark-version", required=True)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    # An interrupt reaches the whole terminal; the bench decides when this process ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    stdin, stdout = private_streams()
    package, benchmark = version("agentdojo"), options.benchmark_version
    suites = get_suites(benchmark)
    if not suites:
        sys.exit(f"AgentDojo {package} has no version {benchmark}")
    remember_tool_schemas()
    gc.freeze()
    versions = {"packageVersion": package, "benchmarkVersion": benchmark}
    if options.command == "facts":
        say(stdout, as_line(facts(suites, versions)))
        return
    say(stdout, as_line({"ready": versions}))
    for line in stdin:
        say(stdout, answer_to(suites, line))


if __name__ == "__main__":
    main()
