import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { probeConfinement } from '../../../src/engine/isolation/confinement.ts'
import { isolationLimits } from '../../../src/engine/isolation/isolation-limits.ts'
import { writeOsvFeed } from '../../support/osv-feed.ts'
import { copyCheckout } from '../support/copied-checkout.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'assay-package-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }), 300_000)

/** Folder into which the package is installed. It is empty before. */
const installation = join(folder, 'installed')
const oldNode = join(folder, 'node-22')

/** Vulnerable servers that need each parser: JavaScript, TypeScript, Python, JSON, YAML, and TOML. */
const projects = [
  'test/corpus/pairs/javascript/prompt-file-argument/vulnerable',
  ...globSync('test/corpus/pairs/{javascript,python}/*/vulnerable').sort().slice(0, 8),
]

beforeAll(async () => {
  const checkout = copyCheckout(join(folder, 'checkout'))
  await run('npm', ['pack', '--pack-destination', folder], { cwd: checkout })
  const [tarball = ''] = globSync('*.tgz', { cwd: folder })
  for (const path of [installation, oldNode]) {
    mkdirSync(path)
    writeFileSync(join(path, 'package.json'), '{"private":true}')
  }
  await run('npm', ['install', '--no-audit', '--no-fund', join(folder, tarball)], { cwd: installation })
  await run('npm', ['install', '--no-audit', '--no-fund', `node-${process.platform}-${process.arch}@22.13.1`], {
    cwd: oldNode,
  })
}, 300_000)

const nodes = {
  'Node 22.13': () => join(oldNode, 'node_modules/.bin'),
  'Node 24': () => dirname(process.execPath),
}

/** Runs the installed command like `npx`. Returns its output and exit code. */
async function assay(node: keyof typeof nodes, ...words: string[]) {
  return assayWith(node, {}, ...words)
}

async function assayWith(node: keyof typeof nodes, settings: Record<string, string>, ...words: string[]) {
  const environment = {
    ASSAY_CACHE_DIR: join(folder, `cache of ${node}`),
    ...settings,
    HOME: folder,
    PATH: [nodes[node](), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
  }
  return run(join(installation, 'node_modules/.bin/assay'), words, { cwd: folder, env: environment }).then(
    ({ stdout, stderr }) => ({ stdout, stderr, code: 0 }),
    ({ stdout, stderr, code }: { stdout: string; stderr: string; code: number }) => ({ stdout, stderr, code }),
  )
}

/** Parses reports and removes times, durations, and the sandbox. */
function reported(text: string): unknown[] {
  const passing = new Set(['firstSeenAt', 'durationMs', 'isolation', 'resolvedAt'])
  // The method of components contains the time of resolution.
  const time = /\d{4}-\d\d-\d\dT[\d:.]+Z/
  return text
    .trim()
    .split('\n')
    .map((line): unknown =>
      JSON.parse(line, (key, value: unknown) =>
        passing.has(key) || (key === 'id' && String(value).startsWith('finding_'))
          ? undefined
          : typeof value === 'string'
            ? value.replace(time, 'a time')
            : value,
      ),
    )
}

describe('the package', () => {
  it('has the engine, the command line, and the patched parser, and nothing of the service', () => {
    const installed = join(installation, 'node_modules/@assay/assay')
    expect(existsSync(join(installed, 'dist/service'))).toBe(false)
    expect(existsSync(join(installed, 'dist/engine/index.d.ts'))).toBe(true)
    expect(existsSync(join(installed, 'dist/children/analysis/snapshot-child.js.br'))).toBe(true)
    expect(readFileSync(join(installed, 'node_modules/py-ast/dist/index.esm.js'), 'utf8')).toBe(
      readFileSync('node_modules/py-ast/dist/index.esm.js', 'utf8'),
    )
    // The build bundles the packages of the command line and the SDK into one file.
    expect(readFileSync(join(installed, 'dist/bundle/licenses.txt'), 'utf8')).toMatch(
      /zod \(MIT\)[^]*Apache License[^]*Evgeny/,
    )
    for (const name of [
      '@modelcontextprotocol/server',
      'express',
      'postgres',
      'probot',
      'pg-boss',
      'drizzle-orm',
      'pino',
    ])
      expect(existsSync(join(installation, 'node_modules', name)), name).toBe(false)
  })

  it('takes at most 60 MB with its dependencies', () => {
    const bytes = globSync('node_modules/**', { cwd: installation }).reduce((sum, path) => {
      const stat = lstatSync(join(installation, path))
      return sum + (stat.isFile() ? stat.blocks * 512 : 0)
    }, 0)
    expect(bytes).toBeLessThan(60 * 1000 ** 2)
  })

  it('exports scan(), with types, as docs/how-to/library.md shows', async () => {
    const page = readFileSync('docs/how-to/library.md', 'utf8')
    const block = (language: string) => new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(page)?.[1] ?? ''
    const user = join(installation, 'user')
    cpSync('test/corpus/example', join(user, 'project'), { recursive: true })
    writeFileSync(join(user, 'package.json'), '{"type":"module"}')
    writeFileSync(join(user, 'scan.ts'), block('ts'))
    const { stdout } = await run(process.execPath, ['scan.ts'], { cwd: user })
    expect(page).toContain(`\`\`\`\n${stdout}\`\`\``)

    const { compilerOptions } = JSON.parse(block('json')) as { compilerOptions: object }
    const typeRoots = [join(process.cwd(), 'node_modules/@types')]
    const check = (name: string, options: object) => {
      writeFileSync(join(user, name), JSON.stringify({ compilerOptions: options, files: ['scan.ts'] }))
      execFileSync(
        process.execPath,
        [join(process.cwd(), 'node_modules/typescript/bin/tsc'), '--noEmit', '--project', name],
        { cwd: user },
      )
    }
    check('tsconfig.json', { ...compilerOptions, typeRoots })
    check('skip.json', { module: 'nodenext', target: 'es2024', strict: true, skipLibCheck: true, types: [] })
  })
})

describe.each(Object.keys(nodes) as (keyof typeof nodes)[])('the installed command on %s', (node) => {
  it('finds what the checkout finds', async () => {
    const words = ['scan', ...projects.map((path) => join(process.cwd(), path)), '--format', 'json']
    words.push('--without', 'vulnerable-dependencies')
    const [installed, ours] = await Promise.all([
      assay(node, ...words),
      run(process.execPath, ['assay.js', ...words], {
        env: { ...process.env, ASSAY_CACHE_DIR: join(folder, `cache of the checkout for ${node}`) },
        maxBuffer: 64 * 1024 ** 2,
      }).catch((error: { stdout: string }) => error),
    ])
    expect(installed.code, installed.stderr).toBe(1)
    expect(reported(installed.stdout)).toHaveLength(projects.length)
    expect(reported(installed.stdout)).toEqual(reported(ours.stdout))
  }, 240_000)

  it('reads dependency files whose parsers load on demand, in a process that cannot open files', async () => {
    const project = join(folder, `formats for ${node}`)
    const files = {
      'rust/Cargo.lock':
        '[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "registry+https://crates.example/index"\n',
      'java/pom.xml':
        '<project><modelVersion>4.0.0</modelVersion><groupId>a</groupId><artifactId>b</artifactId>' +
        '<version>1</version></project>',
      'pnpm/pnpm-lock.yaml':
        "lockfileVersion: '9.0'\npackages:\n  a@1.0.0:\n    resolution: {integrity: sha512-AA==}\n",
      'yarn/yarn.lock': '__metadata:\n  version: 8\n\n"b@npm:^1.0.0":\n  version: 1.0.0\n  resolution: "b@npm:1.0.0"\n',
    }
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(project, path)), { recursive: true })
      writeFileSync(join(project, path), content)
    }
    const { stdout } = await assay(node, 'scan', project, '--format', 'json')
    expect(stdout).not.toContain('could not be read')
    expect(JSON.parse(stdout).coverage.components.total).toBe(3)
  })

  it('confines the processes that parse files like the checkout', async () => {
    const project = join(process.cwd(), 'test/corpus/example')
    const { stdout } = await assay(node, 'scan', project, '--format', 'json', '--without', 'vulnerable-dependencies')
    // The limit on open files depends on the version of Node.
    expect(JSON.parse(stdout).coverage.isolation.kind).toBe(probeConfinement(isolationLimits).inForce.kind)
  })

  it('names a weaker isolation if the native part of koffi is missing', async () => {
    const [native, elsewhere] = [join(installation, 'node_modules/@koromix'), join(folder, 'koromix')]
    const project = join(process.cwd(), 'test/corpus/example')
    renameSync(native, elsewhere)
    try {
      const { stdout } = await assay(
        node,
        'scan',
        project,
        '--format',
        'json',
        '--no-cache',
        '--without',
        'vulnerable-dependencies',
      )
      const { kind } = probeConfinement(isolationLimits, { filtersSystemCalls: false }).inForce
      expect(JSON.parse(stdout).coverage.isolation.kind).toBe(kind)
    } finally {
      renameSync(elsewhere, native)
    }
  })

  it('matches advisories, and says what is missing without any', async () => {
    const project = join(folder, `project of ${node}`)
    mkdirSync(project)
    writeFileSync(join(project, 'go.mod'), 'module example.com/m\n\ngo 1.24\n\nrequire golang.org/x/net v0.1.0\n')
    const { stdout, stderr, code } = await assay(node, 'scan', project, '--offline', '--format', 'json')
    expect(code).toBe(3)
    expect(stderr).not.toContain('Warning')
    const { verdict, coverage } = JSON.parse(stdout)
    expect(verdict).toBe('partial')
    expect(coverage.gaps).toContainEqual(
      expect.stringMatching(
        /They were never downloaded\. Run "assay advisories sync" on a machine with internet access/,
      ),
    )
    const feed = writeOsvFeed({
      Go: [
        {
          id: 'GO-0000-0001',
          modified: '2025-01-14T10:12:15Z',
          affected: [
            {
              package: { ecosystem: 'Go', name: 'golang.org/x/net' },
              ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '0.2.0' }] }],
            },
          ],
        },
      ],
    })
    const matched = await assayWith(node, { OSV_URL: feed.url }, 'scan', project, '--format', 'json')
    feed.remove()
    expect(matched.stderr).not.toContain('Warning')
    expect(JSON.parse(matched.stdout).findings).toMatchObject([{ advisory: { id: 'GO-0000-0001' } }])
  })

  it('lists only commands that work, and says where the others are', async () => {
    const { stdout } = await assay(node, '--help')
    expect(stdout).toContain('scan')
    expect(stdout).not.toContain('keys create')
    const refused = await assay(node, 'keys', 'create', '--name', 'x')
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('belongs to the service') })
    const topic = await assay(node, 'keys')
    expect(topic).toMatchObject({ code: 2, stderr: expect.stringContaining('The command "keys" belongs to') })
  })
})
