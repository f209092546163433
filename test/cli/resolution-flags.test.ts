import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ScanReport } from '../../src/engine/model/scan-report.ts'
import { dataFolder, runAssay } from '../support/assay-process.ts'
import { type CratesStandIn, startCratesStandIn } from '../support/crates-stand-in.ts'
import { type MavenStandIn, startMavenStandIn } from '../support/maven-stand-in.ts'
import { type NpmStandIn, startNpmStandIn } from '../support/npm-stand-in.ts'
import { flawedPackageAdvisory, writeOsvFeed } from '../support/osv-feed.ts'
import { type PypiStandIn, startPypiStandIn } from '../support/pypi-stand-in.ts'
import { workingTree } from '../support/working-tree.ts'

const data = dataFolder()
const feed = writeOsvFeed({ npm: [flawedPackageAdvisory] })
let npm: NpmStandIn
let pypi: PypiStandIn
let maven: MavenStandIn
let crates: CratesStandIn
let settings: Record<string, string>

beforeAll(async () => {
  npm = await startNpmStandIn({ 'web@1.0.0': { dependencies: { flawed: '0.0.8' } }, 'flawed@0.0.8': {} })
  pypi = await startPypiStandIn({})
  maven = await startMavenStandIn({})
  crates = await startCratesStandIn({})
  settings = {
    ASSAY_DATA_DIR: data.path,
    npm_config_registry: npm.url,
    PYPI_URL: pypi.url,
    MAVEN_URL: maven.url,
    CRATES_URL: crates.url,
    ASSAY_ALLOW_NETWORKS: 'upstream=127.0.0.1/32',
    OSV_URL: feed.url,
  }
})
afterAll(async () => {
  for (const standIn of [npm, pypi, maven, crates]) await standIn[Symbol.asyncDispose]()
  data.remove()
  feed.remove()
})

const requests = () => [npm, pypi, maven, crates].flatMap((standIn) => [...standIn.requests])
let before: number
beforeEach(() => (before = requests().length))

const project = () =>
  workingTree({
    'package.json': '{\n  "name": "shop",\n  "dependencies": {\n    "web": "^1.0.0"\n  }\n}\n',
    'requirements.txt': 'flask>=2\n',
    'pom.xml':
      '<project><modelVersion>4.0.0</modelVersion><groupId>g</groupId><artifactId>a</artifactId>\n' +
      '<version>1</version>' +
      '<dependencies><dependency><groupId>o.example</groupId><artifactId>lib</artifactId><version>[1,2)</version>\n' +
      '</dependency></dependencies></project>\n',
    'Cargo.toml': '[package]\nname = "c"\nversion = "1.0.0"\n[dependencies]\nserde = "1"\n',
  })

describe('assay scan without a lockfile', () => {
  it.each([
    ['--no-resolve', 'Assay contacts no package registry with --no-resolve'],
    ['--offline', 'Assay contacts no package registry with --offline'],
  ])('sends no request with %s, and names each dependency with the reason', async (flag, reason) => {
    using folder = project()
    // The first scan without a network needs stored advisories.
    await runAssay(['scan', '--no-resolve', folder.path], settings)
    const { code, out } = await runAssay(['scan', flag, '--format', 'json', '--no-cache', folder.path], settings)
    expect(requests().slice(before)).toEqual([])
    const { verdict, coverage } = ScanReport.parse(JSON.parse(out))
    expect([code, verdict, coverage?.components.resolvedAt]).toEqual([3, 'partial', undefined])
    expect(
      coverage?.components.unresolved.map(({ name, manifest, reason: why }) => [name, manifest, why?.includes(reason)]),
    ).toEqual(
      expect.arrayContaining([
        ['web', 'package.json', true],
        ['flask', 'requirements.txt', true],
        ['o.example:lib', 'pom.xml', true],
        ['serde', 'Cargo.toml', true],
      ]),
    )
    expect(coverage?.gaps.join('\n')).toContain(reason)
  })

  it.each([
    ['--no-resolve', 3],
    ['--offline', 3],
    ['--fail-on=low', 1],
  ])('ends with %s in exit code %i', async (flag, code) => {
    using folder = workingTree({ 'package.json': '{"name":"shop","dependencies":{"web":"^1.0.0"}}' })
    expect((await runAssay(['scan', flag, folder.path], settings)).code).toBe(code)
  })

  it('says in every format that versions are not locked', async () => {
    using folder = workingTree({ 'package.json': '{"name":"shop","dependencies":{"web":"^1.0.0"}}' })
    const formats = ['json', 'cyclonedx', 'spdx', 'sarif', 'html', 'markdown'] as const
    const fileOf = (format: string) => join(data.path, `report.${format}`)
    const words = formats.flatMap((format) => ['--report', `${format}=${fileOf(format)}`])
    const { code, out } = await runAssay(['scan', '--no-cache', ...words, folder.path], settings)
    expect(code).toBe(1)
    expect(requests().slice(before)).toEqual(expect.arrayContaining(['web', 'flawed']))
    const texts = Object.fromEntries(formats.map((format) => [format, readFileSync(fileOf(format), 'utf8')]))
    const report = ScanReport.parse(JSON.parse(texts['json'] ?? ''))
    const time = report.coverage?.components.resolvedAt ?? 'no time'
    expect(Date.parse(time)).toBeGreaterThan(Date.now() - 600_000)
    const sentence = `resolved at ${time}, not locked`
    for (const text of [out, texts['html'], texts['markdown']]) expect(text).toContain(`dependencies ${sentence}`)
    expect(report.findings[0]?.component).toMatchObject({ name: 'flawed', locked: false, resolvedAt: time })
    const [cyclonedx, spdx, sarif] = ['cyclonedx', 'spdx', 'sarif'].map((format) => JSON.parse(texts[format] ?? ''))
    expect(cyclonedx.components).toHaveLength(2)
    for (const { properties } of cyclonedx.components)
      expect(properties).toEqual(
        expect.arrayContaining([
          { name: 'assay:locked', value: 'false' },
          { name: 'assay:resolvedAt', value: time },
        ]),
      )
    expect(spdx.packages.map(({ comment }: { comment?: string }) => comment)).toEqual([
      undefined,
      `Version ${sentence}.`,
      `Version ${sentence}.`,
    ])
    expect(sarif.runs[0].results[0].properties).toMatchObject({ locked: false, resolvedAt: time })
    expect(sarif.runs[0].invocations[0].toolExecutionNotifications).toContainEqual({
      level: 'note',
      message: { text: `Dependencies ${sentence}.` },
    })
  })

  it('says nothing about versions that a lockfile has', async () => {
    using folder = workingTree({
      'package.json': '{"name":"shop","dependencies":{"web":"^1.0.0"}}',
      'package-lock.json': JSON.stringify({
        lockfileVersion: 3,
        packages: { '': { dependencies: { web: '^1.0.0' } }, 'node_modules/web': { version: '1.0.0' } },
      }),
    })
    const sbom = join(data.path, 'locked.spdx.json')
    const { out } = await runAssay(['scan', '--no-cache', '--report', `spdx=${sbom}`, folder.path], settings)
    expect(`${out}${readFileSync(sbom, 'utf8')}`).not.toContain('not locked')
    expect(requests().slice(before)).toEqual([])
  })
})
