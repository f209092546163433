import { packApplications, startedApplications } from '../../../../src/engine/analysis/deployments.ts'
import { findTaintSources } from '../../../../src/engine/analysis/taint/sources/find-taint-sources.ts'
import { ServerSurface } from '../../../../src/engine/analysis/server-surface/server-surface.ts'
import { findServerSurface } from '../../../../src/engine/analysis/server-surface/find-server-surface.ts'
import { lowerJavaScriptText } from '../../../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import { resolveModules } from '../../../../src/engine/analysis/modules/resolve-modules.ts'
import { linkModules } from '../../../../src/engine/analysis/program/link-modules.ts'
import { lowerPythonText } from '../../../../src/engine/analysis/frontends/python/lower-python.ts'
import { findReferences } from '../../../../src/engine/analysis/points-to/find-references.ts'

/**
 * Returns the server surface of source files, as child processes send it. Files that do not end in `.ts` or `.py` are
 * deployment files.
 */
export function exposureIn(files: Readonly<Record<string, string>>): ServerSurface {
  const [sources, others] = [true, false].map((isSource) =>
    Object.entries(files).filter(([path]) => /\.(?:ts|py)$/.test(path) === isSource),
  )
  const settings = new Map(others?.map(([path, text]) => [path, packApplications(startedApplications(text))] as const))
  const program = linkModules(
    (sources ?? []).map(([path, text]) => ({
      path,
      unit: path.endsWith('.py') ? lowerPythonText(text) : lowerJavaScriptText(text, 'ts'),
    })),
  )
  const references = findReferences(program, resolveModules(program, new Map()), { maxSteps: 2_000_000 })
  return ServerSurface.parse(
    JSON.parse(
      JSON.stringify(
        findServerSurface(
          { program, references },
          { ...findTaintSources({ program, references }), settings, isOver: () => false },
        ).exposure,
      ),
    ),
  )
}

const begin = `import express from 'express'
import { createServer } from 'node:http'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
const app = express()
const answer = async (req, res) => {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
  await server.connect(transport)
  await transport.handleRequest(req, res, req.body)
}
`

/** Analyzes a program with the Express application `app` and the handler `answer`, which serves the protocol. */
export function expressIn(rest: string): ServerSurface {
  return exposureIn({ 'server.ts': begin + rest })
}

/** Reach of all listeners, in order. */
export const reachesOf = ({ listeners }: ServerSurface) => listeners.map(({ reach }) => reach)

/** Routes of all listeners with their checks, such as `POST /mcp none`. */
export const checksOf = ({ listeners }: ServerSurface) =>
  listeners.flatMap(({ doors }) => doors).map(({ label, check }) => `${label} ${check}`)

/** Settings that allow pages of other origins. */
export const grantsOf = ({ origins }: ServerSurface) =>
  origins.map(({ grants, withCredentials }) => `${grants}${withCredentials ? ' with credentials' : ''}`)
