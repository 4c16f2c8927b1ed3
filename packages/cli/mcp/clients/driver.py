"""The official MCP client in Python: takes one order a line, and answers each with a line."""

import asyncio
import json
import os
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def main() -> None:
    server = StdioServerParameters(
        command=sys.argv[1], args=sys.argv[2:], env=dict(os.environ), cwd=os.getcwd()
    )
    async with stdio_client(server) as (reads, writes):
        async with ClientSession(reads, writes) as session:
            await session.initialize()
            loop = asyncio.get_running_loop()
            while line := await loop.run_in_executor(None, sys.stdin.readline):
                order = json.loads(line)
                if order["do"] == "list":
                    found = await session.list_tools()
                    answer = {"tools": [tool.name for tool in found.tools]}
                else:
                    answer = {"text": await text_of(session, order)}
                print(json.dumps(answer), flush=True)


async def text_of(session: ClientSession, order: dict) -> str:
    try:
        return (await session.call_tool(order["name"], order["args"])).model_dump_json()
    except Exception as error:
        return str(error)


asyncio.run(main())
