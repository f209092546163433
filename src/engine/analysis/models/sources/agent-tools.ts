/** How a Python agent framework registers functions as tools. The model chooses their arguments. */
export interface AgentToolModel {
  readonly id: string
  /**
   * `function`: the call takes the function, as a decorator or as an argument. `list`: the call takes a list of
   * functions, in the keyword `tools` or at `place`.
   */
  readonly form: 'function' | 'list'
  /** Matches the callee's qualified name. */
  readonly name: RegExp
  /** Last parts of the names that `name` matches, used to find calls. */
  readonly functions: readonly string[]
  /** Position of the list, from 0. Absent if it is keyword-only. */
  readonly place?: number
  readonly example: string
  readonly finds: readonly string[]
}

const body = 'def ping(host: str) -> str:\n    """Pings."""\n    return host\n'

export const agentToolModels: readonly AgentToolModel[] = [
  {
    id: 'agents-sdk',
    form: 'function',
    name: /^agents\.(?:tool\.)?function_tool$/,
    functions: ['function_tool'],
    example: `from agents import function_tool\n@function_tool\n${body}`,
    finds: ['argument "host" of tool "ping"'],
  },
  {
    id: 'agno',
    form: 'function',
    name: /^(?:agno|phi)\.tools(?:\.decorator)?\.tool$/,
    functions: ['tool'],
    example: `from agno.tools import tool\n@tool(show_result=True)\n${body}`,
    finds: ['argument "host" of tool "ping"'],
  },
  {
    id: 'agno-toolkit',
    form: 'function',
    name: /^new (?:agno|phi)\.tools(?:\.toolkit)?\.Toolkit\.register$/,
    functions: ['register'],
    example:
      'from agno.tools import Toolkit\nclass Net(Toolkit):\n    def __init__(self):\n' +
      '        self.register(self.ping)\n    def ping(self, host: str):\n        return host\n',
    finds: ['argument "host" of tool "ping"'],
  },
  {
    id: 'autogen',
    form: 'function',
    name: /^autogen_core\.tools\.FunctionTool$/,
    functions: ['FunctionTool'],
    example: `from autogen_core.tools import FunctionTool\n${body}tool = FunctionTool(ping, description="Pings")\n`,
    finds: ['argument "host" of tool "ping"'],
  },
  {
    id: 'crewai',
    form: 'function',
    name: /^crewai(?:_tools|\.tools)\.tool$/,
    functions: ['tool'],
    example: `from crewai.tools import tool\n@tool("Ping a host")\n${body}`,
    finds: ['argument "host" of tool "Ping a host"'],
  },
  {
    id: 'fastmcp-mixin',
    form: 'function',
    name: /^fastmcp\.contrib\.mcp_mixin(?:\.mcp_mixin)?\.mcp_tool$/,
    functions: ['mcp_tool'],
    example:
      'from fastmcp.contrib.mcp_mixin import MCPMixin, mcp_tool\nclass Net(MCPMixin):\n' +
      '    @mcp_tool(description="Pings")\n    def ping(self, host: str) -> str:\n        return host\n',
    finds: ['argument "host" of tool "ping"'],
  },
  {
    id: 'google-adk',
    form: 'function',
    name: /^google\.adk\.tools(?:\.\w+)?\.(?:Function|LongRunningFunction)Tool$/,
    functions: ['FunctionTool', 'LongRunningFunctionTool'],
    example: `from google.adk.tools import FunctionTool\n${body}tool = FunctionTool(func=ping)\n`,
    finds: ['argument "host" of tool "ping"'],
  },
  {
    id: 'haystack',
    form: 'function',
    name: /^haystack\.tools\.(?:tool|create_tool_from_function)$/,
    functions: ['tool', 'create_tool_from_function'],
    example: `from haystack.tools import tool\n@tool\n${body}`,
    finds: ['argument "host" of tool "ping"'],
  },
  {
    id: 'langchain',
    form: 'function',
    name: new RegExp(
      String.raw`^langchain(?:_core|_community)?\.(?:[\w.]+\.)?(?:tool|` +
        String.raw`(?:Structured)?Tool(?:\.from_function)?)$`,
    ),
    functions: ['tool', 'Tool', 'StructuredTool', 'from_function'],
    example:
      `from langchain_core.tools import StructuredTool\n${body}tool = StructuredTool.from_function(func=ping, ` +
      'name="ping_host")\n',
    finds: ['argument "host" of tool "ping_host"'],
  },
  {
    id: 'llama-index',
    form: 'function',
    name: /^llama_index\.(?:\w+\.)*FunctionTool\.from_defaults$/,
    functions: ['from_defaults'],
    example:
      `from llama_index.core.tools import FunctionTool\n${body}` + 'tool = FunctionTool.from_defaults(fn=ping)\n',
    finds: ['argument "host" of tool "ping"'],
  },
  {
    id: 'pydantic-ai',
    form: 'function',
    name: new RegExp(
      String.raw`^(?:new )?pydantic_ai\.(?:\w+\.)*(?:(?:Agent|FunctionToolset)(?:\(\))?\.` +
        String.raw`(?:tool|tool_plain|add_function)|Tool)$`,
    ),
    functions: ['tool', 'tool_plain', 'add_function', 'Tool'],
    example:
      'from pydantic_ai import Agent, RunContext\nagent = Agent("m")\n@agent.tool\n' +
      'def ping(ctx: RunContext[str], host: str) -> str:\n    return host\n',
    finds: ['argument "host" of tool "ping"'],
  },
  {
    id: 'semantic-kernel',
    form: 'function',
    name: /^semantic_kernel\.functions(?:\.\w+)?\.kernel_function$/,
    functions: ['kernel_function'],
    example: `from semantic_kernel.functions import kernel_function\n@kernel_function(name="ping_host")\n${body}`,
    finds: ['argument "host" of tool "ping_host"'],
  },
  {
    id: 'smolagents',
    form: 'function',
    name: /^smolagents(?:\.tools)?\.tool$/,
    functions: ['tool'],
    example: `from smolagents import tool\n@tool\n${body}`,
    finds: ['argument "host" of tool "ping"'],
  },
  {
    id: 'strands',
    form: 'function',
    name: /^strands(?:\.tools(?:\.\w+)?)?\.tool$/,
    functions: ['tool'],
    example: `from strands import tool\n@tool\n${body}`,
    finds: ['argument "host" of tool "ping"'],
  },
  {
    id: 'tools-of-agents',
    form: 'list',
    name: new RegExp(
      String.raw`^(?:new )?(?:pydantic_ai|agno|phi|agents|google\.adk|smolagents|strands|llama_index|autogen_\w+|` +
        String.raw`crewai)\.(?:\w+\.)*\w*(?:Agent|Toolkit)$`,
    ),
    functions: ['Agent', 'LlmAgent', 'FunctionAgent', 'ReActAgent', 'AssistantAgent', 'Toolkit'],
    example: `from google.adk.agents import Agent\n${body}root = Agent(name="a", tools=[ping])\n`,
    finds: ['argument "host" of tool "ping"'],
  },
  {
    id: 'langgraph',
    form: 'list',
    name: /^langgraph\.prebuilt\.create_react_agent$/,
    functions: ['create_react_agent'],
    place: 1,
    example: `from langgraph.prebuilt import create_react_agent\n${body}agent = create_react_agent("m", [ping])\n`,
    finds: ['argument "host" of tool "ping"'],
  },
  {
    id: 'langgraph-node',
    form: 'list',
    name: /^langgraph\.prebuilt\.ToolNode$/,
    functions: ['ToolNode'],
    place: 0,
    example: `from langgraph.prebuilt import ToolNode\n${body}node = ToolNode([ping])\n`,
    finds: ['argument "host" of tool "ping"'],
  },
]

/** Last parts of the names of all agent tool functions, used to find calls. */
export const agentToolFunctions: readonly string[] = [...new Set(agentToolModels.flatMap(({ functions }) => functions))]
