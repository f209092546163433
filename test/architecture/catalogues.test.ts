import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { endpoints } from '../../src/service/api/catalogue.ts'
import { commands } from '../../src/cli/catalogue.ts'
import { mcpTools } from '../../src/mcp/catalogue.ts'
import { detectors } from '../../src/engine/rules/catalogue.ts'
import { detectorIds } from '../../src/engine/rules/detector-ids.ts'
import { manifestReaders } from '../../src/engine/inventory/readers/catalogue.ts'
import { RuleDocument } from '../../src/engine/model/rule.ts'
import { sourceTypes } from '../../src/engine/model/target.ts'
import { webhookEventNames } from '../../src/engine/model/webhook-event.ts'
import { jobs } from '../../src/service/queue/jobs.ts'
import { reportFormatIds } from '../../src/engine/reports/formats/format-ids.ts'
import { sources } from '../../src/engine/sources/catalogue.ts'
import { webhookEventTypes } from '../../src/service/webhooks/catalogue.ts'

const namesIn = (pattern: string) => globSync(pattern).map((path) => basename(path, '.ts'))
const sorted = (names: readonly string[]) => [...names].sort()

describe('catalogues list what there is, sorted', () => {
  it('endpoints: each file in api/v1 that defines one', () => {
    const ids = endpoints.map(({ id }) => id)
    const definitions = namesIn(
      'src/service/api/v1/{create,get,list,update,delete,compare,search,rotate,stream,ping,recover,redeliver,watch,' +
        'unwatch,exchange}-*.ts',
    )
    expect(ids).toEqual(sorted(definitions))
  })

  it('commands: each file in cli that is named like one', () => {
    const infrastructure = new Set([
      'build-watch',
      'catalogue',
      'command',
      'command-log',
      'ecosystem-arguments',
      'find-command',
      'help',
      'in-order',
      'installation',
      'local-advisories',
      'local-scanner',
      'main',
      'option-values',
      'parse-arguments',
      'progress-line',
      'report-file',
      'run-command',
      'scan-targets',
      'service-presence',
    ])
    const files = namesIn('src/cli/*.ts').filter((name) => !infrastructure.has(name))
    expect(commands.map(({ name }) => name.replaceAll(' ', '-'))).toEqual(sorted(files))
  })

  it('tools of the MCP server: each file in mcp/tools', () => {
    const files = namesIn('src/mcp/tools/*.ts').map((name) => name.replaceAll('-', '_'))
    expect(mcpTools.map(({ name }) => name)).toEqual(sorted(files))
  })

  it('report formats: each file', () => {
    const other = new Set(['catalogue', 'format-ids', 'report-format'])
    const files = namesIn('src/engine/reports/formats/*.ts').filter((name) => !other.has(name))
    expect(sorted(reportFormatIds)).toEqual(sorted(files))
  })

  it('detectors: each folder', () => {
    const folders = globSync('src/engine/rules/*/').map((path) => basename(path))
    expect(detectors.map(({ id }) => id)).toEqual(sorted(folders))
    expect(detectorIds).toEqual(sorted(folders))
  })

  it('rules: each in a file that is named like it, or in the one file of its family', () => {
    for (const detector of detectors) {
      const texts = globSync(`src/engine/rules/${detector.id}/**/*.ts`).map((path) => readFileSync(path, 'utf8'))
      for (const rule of detector.rules) {
        expect(RuleDocument.safeParse(rule).error).toBeUndefined()
        const files = globSync(`src/engine/rules/${detector.id}/**/${rule.id}.ts`)
        if (files.length === 0)
          expect(
            texts.filter((text) => text.includes(`'${rule.id}'`)),
            rule.id,
          ).toHaveLength(1)
        else expect(files, rule.id).toHaveLength(1)
      }
      expect(detector.rules.map(({ id }) => id)).toEqual(sorted(detector.rules.map(({ id }) => id)))
    }
  })

  it('readers: each file that defines one, in the folder of its ecosystem', () => {
    const definitions = globSync('src/engine/inventory/readers/*/*.ts').filter((path) =>
      /^export const \w+: ManifestReader = /m.test(readFileSync(path, 'utf8')),
    )
    expect(manifestReaders.map(({ id }) => id)).toEqual(sorted(definitions.map((path) => basename(path, '.ts'))))
  })

  it('readers: none reads a file that another one reads', () => {
    const named = manifestReaders.flatMap(({ names }) => names.map((name) => name.replaceAll(/\*|<[^>]*>/g, 'x')))
    for (const path of named)
      expect(
        manifestReaders.filter((reader) => reader.reads(path)).map(({ id }) => id),
        path,
      ).toHaveLength(1)
  })

  it('sources: each folder and each type of the model', () => {
    const shared = new Set(['archives', 'package-registries', 'python-packaging'])
    const folders = globSync('src/engine/sources/*/')
      .map((path) => basename(path))
      .filter((name) => !shared.has(name))
    expect(sources.map(({ id }) => id)).toEqual(sorted(folders))
    expect(sources.map(({ id }) => id)).toEqual(sorted(sourceTypes))
  })

  it('jobs', () => {
    expect(Object.keys(jobs)).toEqual(sorted(Object.keys(jobs)))
  })

  it('events of webhooks: each file in webhooks/events, and each name of the model', () => {
    const names = webhookEventTypes.map(({ name }) => name)
    expect(names).toEqual(sorted(namesIn('src/service/webhooks/events/*.ts')))
    expect(names).toEqual([...webhookEventNames])
  })

  it('has one catalogue for each place that grows', () => {
    const catalogues = sorted(globSync('src/**/catalogue.ts').map((path) => dirname(path)))
    expect(catalogues).toEqual(
      expect.arrayContaining([
        'src/service/api',
        'src/cli',
        'src/engine/rules',
        'src/engine/inventory/readers',
        'src/engine/sources',
        'src/service/webhooks',
      ]),
    )
  })
})
