import type { KnownProgram } from '../../schemas/known-program.ts'
import { agentToolFunctions } from '../../models/sources/agent-tools.ts'
import { findAgentTools } from './agent-tools.ts'
import { checkedSchemas, checkingMethods } from './checked-schemas.ts'
import { findClassDefinitions } from './class-definitions.ts'
import { CollectedSources } from './collected-sources.ts'
import { commandLineFunctions, commandLineReads, findCommandLine, modelsOfLanguages } from './command-line.ts'
import { declaringNames, findDeclaredLists } from './declared-lists.ts'
import { findDefinitions } from './definitions.ts'
import type { TaintSources } from './taint-source.ts'
import { findDecoratedArguments, parameterDecoratorNames } from './decorated-arguments.ts'
import { findDecoratedRoutes } from './decorated-routes.ts'
import { findProcedures } from './procedures.ts'
import { findHttpRoutes } from './http-routes.ts'
import { findRequestState } from './request-state.ts'
import { findRequestClasses, requestAttributes } from './request-classes.ts'
import {
  moduleRequestParts,
  requestDecoratorNames,
  routeFunctionNames,
  viewRouteNames,
} from '../../models/sources/python-requests.ts'
import {
  requestFunctionNames,
  decoratedRouteMethods,
  procedureMethods,
  routeMethods,
} from '../../models/sources/http-routes.ts'
import { findServerlessHandlers, serverlessNames } from './serverless.ts'
import { findRequestHandlers } from './request-functions.ts'
import { findToolClasses } from './tool-classes.ts'
import { findDecoratedTools, decoratedToolFunctions, decoratedToolMethods } from './decorated-tools.ts'
import { findRegistered, registrationMethods } from './registered.ts'
import { findRemoteResponses, remoteFunctions } from './remote-responses.ts'
import { findDispatchedRequests } from './protocol-dispatch.ts'
import { findRequests } from './requests.ts'
import { findInstructions, instructedClasses } from './server-instructions.ts'
import { type EntryPointIndex, indexEntryPoints } from './entry-point-index.ts'
import { assignRegions } from './tool-regions.ts'

/** Modules of agent frameworks in which a class can define a tool. */
const agentFrameworks = /^(?:langchain|smolagents|crewai|llama_index|agno|haystack|autogen)/

/** A program that bundles the MCP SDK contains at least one of these strings. */
const signsOfProtocol = [
  'tools/call',
  'CallToolRequestSchema',
  'McpServer',
  'FastMCP',
  'MCPServer',
  'MCPTool',
  'call_tool',
]

/**
 * Finds untrusted input: arguments of tools, prompts, and resources in all registration styles, HTTP requests,
 * responses from other hosts, and command-line arguments. Also returns the tools, prompts, and resources that the
 * server offers. Environment variables and local files are not sources, because the operator controls them. Results are
 * in node order. `isOver` is checked between kinds of sources.
 */
export function findTaintSources(
  known: KnownProgram,
  isOver: () => boolean = () => false,
): TaintSources & { /** True if time ran out, so some kinds of sources were not searched. */ readonly isCut: boolean } {
  const collected = new CollectedSources()
  const own = modelsOfLanguages(known.program).flatMap(({ functions }) => functions)
  const survey = indexEntryPoints(known.program, {
    methods: [
      ...registrationMethods,
      ...checkingMethods,
      ...routeMethods,
      ...procedureMethods,
      ...decoratedRouteMethods,
      ...decoratedToolMethods,
      ...agentToolFunctions,
      ...remoteFunctions,
      ...commandLineFunctions,
      ...own,
      ...instructedClasses,
      ...declaringNames,
      ...requestFunctionNames,
      ...serverlessNames,
      'setRequestHandler',
      'Route',
      'WebSocketRoute',
      ...viewRouteNames,
      ...routeFunctionNames,
      ...requestDecoratorNames,
    ],
    functions: [
      ...decoratedToolFunctions,
      ...agentToolFunctions,
      ...remoteFunctions,
      ...commandLineFunctions,
      ...own,
      ...instructedClasses,
      ...declaringNames,
      ...requestFunctionNames,
      ...parameterDecoratorNames,
      ...serverlessNames,
      'createServer',
      'serve',
      'Route',
      'WebSocketRoute',
      ...viewRouteNames,
      ...routeFunctionNames,
      ...requestDecoratorNames,
    ],
    reads: [...own, ...commandLineReads, ...moduleRequestParts, ...requestAttributes, 'request_context'],
  })
  findRegistered(known, survey, collected)
  const dispatchers = findRequests(known, survey, collected)
  findDispatchedRequests(known, dispatchers, collected)
  const looks: readonly (() => void)[] = [
    () => findDecoratedTools(known, survey, dispatchers, collected),
    () => findAgentTools(known, survey, collected),
    () => findProtocolDefinitions(known, survey, collected),
    () => findDeclaredLists(known, survey, collected),
    () => assignRegions(known, dispatchers, collected),
    () => findInstructions(known, survey, collected),
    () => findHttpRoutes(known, survey, collected),
    () => findProcedures(known, survey, collected),
    () => findServerlessHandlers(known, survey, collected),
    () => findDecoratedRoutes(known, survey, collected),
    () => findDecoratedArguments(known, survey, collected),
    () => findRequestHandlers(known, survey, collected),
    () => findRequestClasses(known, survey, collected),
    () => findRequestState(known, collected),
    () => findRemoteResponses(known, survey, collected),
    () => findCommandLine(known, survey, collected),
  ]
  const isCut = looks.some((look) => {
    if (isOver()) return true
    look()
    return false
  })
  return { ...collected.finish(), isCut }
}

/**
 * Adds tools defined as plain objects and classes. Only for programs that use the protocol, because other programs
 * contain similar objects.
 */
function findProtocolDefinitions(known: KnownProgram, survey: EntryPointIndex, collected: CollectedSources): void {
  if (
    !survey.modules.some((name) => /mcp|modelcontextprotocol/i.test(name)) &&
    signsOfProtocol.every((sign) => known.program.stringIndex(sign) < 0)
  ) {
    if (survey.modules.some((name) => agentFrameworks.test(name))) findToolClasses(known, collected)
    return
  }
  const checked = checkedSchemas(known, survey)
  findDefinitions(known, survey, checked, collected)
  findClassDefinitions(known, survey, checked, collected)
  findToolClasses(known, collected)
}
