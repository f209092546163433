import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'
import { FlowReport } from '../../../../src/engine/analysis/flow.ts'
import { findFlows } from '../../../../src/engine/analysis/taint/propagation/find-flows.ts'
import { dangerousFlows } from '../../../../src/engine/rules/dangerous-flows/detector.ts'
import { runDetectors } from '../../../../src/engine/rules/run-detectors.ts'
import type { DetectedFinding } from '../../../../src/engine/model/finding-record.ts'
import { originalPlaces } from '../../../../src/engine/scanner/original-places.ts'
import { projectSnapshot } from '../../inventory/project-snapshot.ts'
import { testIsolation } from '../../../support/test-isolation.ts'
import { linkedTexts, settingsIn } from '../linked-texts.ts'
import { corpusServers, type ProjectTexts } from './corpus-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-originals-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A server of several files. Its vulnerability is not in the entry file. */
const server = corpusServers().find(({ id }) => id === 'translator-index-reexport/vulnerable')

/** Bundles the server as `dist/index.js`, with esbuild's source map next to it or inline. */
function bundle(sourcemap: 'linked' | 'inline', minify: boolean): ProjectTexts {
  if (!server) throw new Error('there is no such pair')
  const root = join(folder, `${sourcemap}-${minify}`)
  cpSync(server.root, root, { recursive: true })
  const outfile = join(root, 'dist/index.js')
  buildSync({
    entryPoints: [join(root, server.entry)],
    outfile,
    bundle: true,
    platform: 'node',
    packages: 'external',
    format: 'esm',
    minify,
    sourcemap,
    logLevel: 'silent',
  })
  return {
    'package.json': server.texts['package.json'] ?? '{}',
    'dist/index.js': readFileSync(outfile, 'utf8'),
    ...(sourcemap === 'linked' && { 'dist/index.js.map': readFileSync(`${outfile}.map`, 'utf8') }),
  }
}

async function findingsIn(texts: ProjectTexts): Promise<readonly DetectedFinding[]> {
  const { 'dist/index.js.map': _map, ...sources } = texts
  const report = findFlows(linkedTexts(sources), settingsIn(sources), {
    referenceSteps: 30_000_000,
    states: 600_000,
    isOver: () => false,
  })
  const [snapshot, signal] = [projectSnapshot(texts), AbortSignal.timeout(60_000)]
  const { findings } = await runDetectors(
    {
      snapshot,
      components: [],
      advisoryMatches: [],
      flows: FlowReport.parse(JSON.parse(JSON.stringify(report))),
      signal,
    },
    [dangerousFlows],
    undefined,
    originalPlaces({ isolation: testIsolation() }, snapshot, signal),
  )
  return findings
}

const placesOf = ({ location, trace = [] }: DetectedFinding) => [
  location?.startLine === undefined
    ? undefined
    : { path: location.path, line: location.startLine, original: location.original },
  ...trace,
]

describe('a finding in a bundle that has its source map', () => {
  it.each([
    ['linked', false],
    ['linked', true],
    ['inline', true],
  ] as const)(
    'names the places that the finding in its sources has: map %s, minified %s',
    async (sourcemap, minify) => {
      const inSources = (await findingsIn(server?.texts ?? {})).map((finding) =>
        placesOf(finding).map((place) => place && `${place.path}:${place.line}`),
      )
      const inBundle = await findingsIn(bundle(sourcemap, minify))
      expect(new Set(inSources.flat()).size).toBeGreaterThan(2)
      expect(inBundle.map((finding) => placesOf(finding).map((place) => place?.path))).toEqual(
        inSources.map((places) => places.map(() => 'dist/index.js')),
      )
      expect(
        inBundle.map((finding) =>
          placesOf(finding).map((place) => place?.original && `${place.original.path}:${place.original.line}`),
        ),
      ).toEqual(inSources)
    },
    60_000,
  )
})
