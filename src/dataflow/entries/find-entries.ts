import type { KnownProgram } from '../schemas/known-program.ts'
import { checkedSchemas, checkingMethods } from './checked-schemas.ts'
import { findClassDefinitions } from './class-definitions.ts'
import { CollectedEntries } from './collected-entries.ts'
import { commandLineFunctions, commandLineReads, findCommandLine } from './command-line.ts'
import { declaringNames, findDeclaredLists } from './declared-lists.ts'
import { findDefinitions } from './definitions.ts'
import type { Entries } from './entry.ts'
import { findHttpRoutes } from './http-routes.ts'
import { pythonRouteMethods, routeMethods } from './models/http-routes.ts'
import { findPythonToolClasses } from './python-tool-classes.ts'
import { findPythonTools, pythonFunctions, pythonMethods } from './python-tools.ts'
import { findRegistered, registrationMethods } from './registered.ts'
import { findRemoteResponses, remoteFunctions } from './remote-responses.ts'
import { findRequests } from './requests.ts'
import { findInstructions, instructedClasses } from './server-instructions.ts'
import { surveyProgram } from './survey.ts'
import { assignRegions } from './tool-regions.ts'

/** Parts of requests that flask keeps in its module. */
const requestReads = ['args', 'form', 'json', 'data', 'values', 'headers', 'cookies', 'files', 'url', 'get_json']

/** Any of these stands in a program that has a library of the protocol in itself. */
const signsOfProtocol = ['tools/call', 'CallToolRequestSchema', 'McpServer', 'FastMCP', 'MCPServer', 'MCPTool', 'call_tool']

/**
 * Finds what somebody outside decides: arguments of tools, prompts and resources in all ways in which servers register them, requests over
 * HTTP, answers of other hosts, arguments of the command line; and what the server offers. Environment and local files are the operator's.
 * Entries and tools come in the order of their nodes.
 */
export function findEntries(known: KnownProgram): Entries {
  const collected = new CollectedEntries()
  const survey = surveyProgram(known.program, {
    methods: [...registrationMethods, ...checkingMethods, ...routeMethods, ...pythonRouteMethods, ...pythonMethods, ...remoteFunctions, ...commandLineFunctions, ...instructedClasses, ...declaringNames, 'setRequestHandler', 'Route', 'WebSocketRoute'],
    functions: [...pythonFunctions, ...remoteFunctions, ...commandLineFunctions, ...instructedClasses, ...declaringNames, 'createServer', 'serve', 'Route', 'WebSocketRoute'],
    reads: [...commandLineReads, ...requestReads],
  })
  findRegistered(known, survey, collected)
  const dispatchers = findRequests(known, survey, collected)
  findPythonTools(known, survey, dispatchers, collected)
  if (survey.modules.some((name) => /mcp|modelcontextprotocol/i.test(name)) || signsOfProtocol.some((sign) => known.program.stringIndex(sign) >= 0)) {
    const checked = checkedSchemas(known, survey)
    findDefinitions(known, survey, checked, collected)
    findClassDefinitions(known, survey, checked, collected)
    findPythonToolClasses(known, collected)
  }
  findDeclaredLists(known, survey, collected)
  assignRegions(known, dispatchers, collected)
  findInstructions(known, survey, collected)
  findHttpRoutes(known, survey, collected)
  findRemoteResponses(known, survey, collected)
  findCommandLine(known, survey, collected)
  return collected.finish()
}
