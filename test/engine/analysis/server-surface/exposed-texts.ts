import { findEntries } from '../../../../src/engine/analysis/taint/sources/find-entries.ts'
import { Exposure } from '../../../../src/engine/analysis/server-surface/exposure.ts'
import { findExposure } from '../../../../src/engine/analysis/server-surface/find-exposure.ts'
import { lowerJavaScriptText } from '../../../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import { resolveModules } from '../../../../src/engine/analysis/modules/resolve-modules.ts'
import { linkUnits } from '../../../../src/engine/analysis/program/link-units.ts'
import { lowerPythonText } from '../../../../src/engine/analysis/frontends/python/lower-python.ts'
import { findReferences } from '../../../../src/engine/analysis/points-to/find-references.ts'

/** How source files stand open, as it passes the boundary of processes. Names end in `.ts` or `.py`. */
export function exposureIn(files: Readonly<Record<string, string>>): Exposure {
  const program = linkUnits(
    Object.entries(files).map(([path, text]) => ({
      path,
      unit: path.endsWith('.py') ? lowerPythonText(text) : lowerJavaScriptText(text, 'ts'),
    })),
  )
  const references = findReferences(program, resolveModules(program, new Map()), { maxSteps: 2_000_000 })
  return Exposure.parse(
    JSON.parse(
      JSON.stringify(
        findExposure({ program, references }, { ...findEntries({ program, references }), isOver: () => false })
          .exposure,
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

/** A program with `app` of express, and `answer`, which answers requests of the protocol. */
export function expressIn(rest: string): Exposure {
  return exposureIn({ 'server.ts': begin + rest })
}

/** Reach of all listeners, in their order. */
export const reachesOf = ({ listeners }: Exposure) => listeners.map(({ reach }) => reach)

/** Ways of all listeners with what they ask, as `POST /mcp none`. */
export const checksOf = ({ listeners }: Exposure) =>
  listeners.flatMap(({ doors }) => doors).map(({ label, check }) => `${label} ${check}`)

/** What lets pages of other origins in. */
export const grantsOf = ({ origins }: Exposure) =>
  origins.map(({ grants, withCredentials }) => `${grants}${withCredentials ? ' with credentials' : ''}`)
