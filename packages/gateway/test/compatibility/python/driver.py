"""Drives the Python client: one JSON object a line in, one or more a line out.

A conversation is begun with {"open": {...}}, {"say": {...}} gives a turn, {"compact": "..."} takes
no answer. While a turn runs, {"call": {...}} asks for the result of a tool, which is the next line.
"""

import json
import sys

from openai import OpenAI


def write(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def execute(tool, args):
    write({"call": {"tool": tool, "args": json.loads(args)}})
    return json.loads(sys.stdin.readline())["result"]


class Tally:
    def __init__(self):
        self.text, self.pieces, self.reasoning, self.tokens = "", 0, "", 0

    def restart(self):
        self.text, self.pieces = "", 0

    def piece(self, delta):
        if delta:
            self.text += delta
            self.pieces += 1


class Chat:
    def __init__(self, opening):
        self.opening = opening
        self.client = OpenAI(api_key=opening["apiKey"], base_url=opening["url"] + "/v1")
        self.messages = [{"role": "system", "content": opening["system"]}]

    def say(self, said):
        tally = Tally()
        content = said["text"]
        if "png" in said:
            url = "data:image/png;base64," + said["png"]
            image = {"type": "image_url", "image_url": {"url": url}}
            content = [{"type": "text", "text": said["text"]}, image]
        self.messages.append({"role": "user", "content": content})
        while True:
            tally.restart()
            message = self.generate(tally)
            self.messages.append(message)
            tally.reasoning += getattr(message, "reasoning_content", None) or ""
            if not message.tool_calls:
                return tally
            for call in message.tool_calls:
                result = execute(call.function.name, call.function.arguments)
                done = {"role": "tool", "tool_call_id": call.id, "content": result}
                self.messages.append(done)

    def generate(self, tally):
        body = self.body()
        if not self.opening["stream"]:
            completion = self.client.chat.completions.create(**body)
            tally.piece(completion.choices[0].message.content)
            tally.tokens += completion.usage.total_tokens
            return completion.choices[0].message
        options = {"include_usage": True}
        with self.client.chat.completions.stream(**body, stream_options=options) as stream:
            for event in stream:
                if event.type == "content.delta":
                    tally.piece(event.delta)
            completion = stream.get_final_completion()
        tally.tokens += completion.usage.total_tokens
        return completion.choices[0].message

    def body(self):
        opening = self.opening
        body = {"model": opening["model"], "messages": self.messages}
        if opening["tools"]:
            body["tools"] = [{"type": "function", "function": tool} for tool in opening["tools"]]
        if opening["reasoning"]:
            body["reasoning_effort"] = "low"
        if "schema" in opening:
            form = {"name": "answer", "strict": True, "schema": opening["schema"]}
            body["response_format"] = {"type": "json_schema", "json_schema": form}
        return body

    def compact(self, summary):
        last = max(i for i, m in enumerate(self.messages) if is_user(m))
        kept = self.messages[last:]
        self.messages = [self.messages[0], {"role": "user", "content": summary}, *kept]


class Responses:
    def __init__(self, opening):
        self.opening = opening
        self.client = OpenAI(api_key=opening["apiKey"], base_url=opening["url"] + "/v1")
        self.input = []

    def say(self, said):
        tally = Tally()
        content = said["text"]
        if "png" in said:
            url = "data:image/png;base64," + said["png"]
            image = {"type": "input_image", "detail": "auto", "image_url": url}
            content = [{"type": "input_text", "text": said["text"]}, image]
        self.input.append({"role": "user", "content": content})
        while True:
            tally.restart()
            response = self.generate(tally)
            self.input += response.output
            calls = [item for item in response.output if item.type == "function_call"]
            if not calls:
                return tally
            for call in calls:
                output = execute(call.name, call.arguments)
                done = {"type": "function_call_output", "call_id": call.call_id, "output": output}
                self.input.append(done)

    def generate(self, tally):
        body = self.body()
        if not self.opening["stream"]:
            response = self.client.responses.create(**body)
            tally.piece(response.output_text)
        else:
            with self.client.responses.stream(**body) as stream:
                for event in stream:
                    if event.type == "response.output_text.delta":
                        tally.piece(event.delta)
                response = stream.get_final_response()
        tally.tokens += response.usage.total_tokens
        for item in response.output:
            if item.type == "reasoning":
                tally.reasoning += "".join(part.text for part in item.summary)
        return response

    def body(self):
        opening = self.opening
        body = {
            "model": opening["model"],
            "instructions": opening["system"],
            "input": self.input,
            "store": False,
            "include": ["reasoning.encrypted_content"],
        }
        if opening["tools"]:
            body["tools"] = [{"type": "function", "strict": True, **t} for t in opening["tools"]]
        if opening["reasoning"]:
            body["reasoning"] = {"effort": "low", "summary": "auto"}
        if "schema" in opening:
            form = {"type": "json_schema", "name": "answer", "schema": opening["schema"]}
            body["text"] = {"format": {**form, "strict": True}}
        return body

    def compact(self, summary):
        last = max(i for i, item in enumerate(self.input) if is_user(item))
        self.input = [{"role": "user", "content": summary}, *self.input[last:]]


def is_user(item):
    return isinstance(item, dict) and item.get("role") == "user"


conversation = None
for line in sys.stdin:
    asked = json.loads(line)
    if "open" in asked:
        kinds = {"Chat Completions": Chat, "Responses": Responses}
        conversation = kinds[asked["protocol"]](asked["open"])
    elif "compact" in asked:
        conversation.compact(asked["compact"])
    else:
        try:
            write({"turn": vars(conversation.say(asked["say"]))})
        except Exception as error:  # the test reads what the client said
            write({"error": f"{type(error).__name__}: {error}"})
