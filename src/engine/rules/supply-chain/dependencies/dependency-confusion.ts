import { posix } from 'node:path'
import { exampleFiles } from '../../example-files.ts'
import { displayAddress, displayLine } from '../../display-text.ts'
import { isAside, type Project } from '../project.ts'
import type { Remark, WordySupplyChainRule } from '../../remark.ts'
import { declaredDependencies } from './declared.ts'

export const dependencyConfusion: WordySupplyChainRule = {
  document: {
    id: 'dependency-confusion',
    title: "A name of one's own can be taken by strangers",
    category: 'supply-chain',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-427', 'CWE-829'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'pip, poetry or uv is given a second index for all names (`--extra-index-url`, `supplemental`, ' +
      '`unsafe-best-match`), so that the higher version of either wins; or a project with a registry of its ' +
      'own for a scope asks the public one for a name without that scope that looks like one of its own; or a ' +
      'package has a version such as 99.99.99, with which such names are taken.',
    why:
      'Whoever publishes the name of an internal package in the public registry with a high version is ' +
      'installed in its place, with its install scripts.',
    remediation:
      'Use one index that brings both (`--index-url`), or bind names to theirs (`tool.uv.sources`); put ' +
      'internal packages of npm into a scope and bind the scope to its registry in `.npmrc`.',
    examples: {
      bad: [
        exampleFiles({
          'requirements.txt': '--extra-index-url https://packages.acme.example/simple\nacme-billing==1.4.2',
        }),
        exampleFiles({
          '.npmrc': '@acme:registry=https://packages.acme.example/',
          'package.json': '{ "name": "@acme/shop", "dependencies": { "acme-billing": "^1.4.2" } }',
        }),
        exampleFiles({ 'package.json': '{ "name": "acme-billing", "version": "99.99.99" }' }),
      ],
      good: [
        exampleFiles({ 'requirements.txt': '--index-url https://packages.acme.example/simple\nacme-billing==1.4.2' }),
        exampleFiles({
          '.npmrc': '@acme:registry=https://packages.acme.example/',
          'package.json': '{ "name": "@acme/shop", "dependencies": { "@acme/billing": "^1.4.2", "zod": "^4.0.0" } }',
        }),
      ],
    },
  },
  *find(project) {
    yield* secondIndexes(project)
    yield* unboundSources(project)
    yield* unscopedNames(project)
    for (const { file, name, version, root } of project.manifests) {
      const [major = '0'] = version.split('.')
      if (
        name !== '' &&
        Number(major) >= 99 &&
        /^\d{2,6}\.\d{1,6}\.\d{1,6}/.test(version) &&
        !/^(?:19|20)\d\d$|^20\d{6}$/.test(major) &&
        /^(?:9+)\.|\.9+\.9+$|^(?:99|100|999|1000|9999)\.\d/.test(version)
      )
        yield {
          title: `${name} has the version ${displayLine(version, 40)}`,
          message:
            `${file.path} gives ${name} the version ${displayLine(version, 40)}, as packages have that are to ` +
            'win over an internal one of the same name.',
          subject: 'version',
          at: file.placeAt(file.offsetOf('"version"', root.offset)),
        }
    }
  },
}

/**
 * Files that tell pip or uv where packages are. Those that name one of PyPI's own or PyTorch's are left out: nobody's
 * internal names are there.
 */
const indexFile = /(?:^|\/)(?:requirements[\w.-]*\.(?:txt|in)|\.?pip\.conf|pip\.ini|Pipfile|Dockerfile[\w.-]*)$/
const publicIndex = new RegExp(
  String.raw`\/\/(?:[\w-]+\.)*(?:pypi\.org|pytorch\.org|pythonhosted\.org|nvidia\.com|anaconda\.org|` +
    String.raw`tensorflow\.org|piwheels\.org|openmmlab\.com|pypi\.ngc\.nvidia\.com)(?:[/:]|$)|\.github\.io\/`,
  'i',
)

function* secondIndexes({ snapshot, textOf }: Project): Generator<Remark> {
  for (const path of snapshot.files.keys()) {
    const file = indexFile.test(path) && !isAside(path) ? textOf(path) : undefined
    // With digests no other file is installed, whoever offers it.
    if (!file || /--require-hashes|--hash=sha/.test(file.text)) continue
    for (const found of file.text.matchAll(
      /^(?![^\S\n]{0,40}#).{0,200}?(?:--)?extra[-_]index[-_]url[\s=]{1,9}["']?(https?:\/\/[^\s"']{1,300})/gm,
    )) {
      const [, address = ''] = found
      if (publicIndex.test(address)) continue
      yield {
        title: `pip asks two indexes in ${path}`,
        message:
          `${path} gives pip a second index beside the public one: of each name it takes the higher version, ` +
          'whoever published that.',
        subject: 'extra-index-url',
        at: file.placeAt(found.index + found[0].indexOf('extra'), displayAddress(found[0].trim())),
        severity: 'medium',
      }
    }
  }
}

/** Where poetry and uv ask several indexes for every name, and take the best version of any. */
function* unboundSources({ snapshot, textOf }: Project): Generator<Remark> {
  for (const path of snapshot.files.keys()) {
    const file = /(?:^|\/)(?:pyproject|uv)\.toml$/.test(path) && !isAside(path) ? textOf(path) : undefined
    if (!file) continue
    const strategy = /^\s{0,20}index-strategy\s{0,9}=\s{0,9}["']unsafe-[\w-]{1,40}["']/m.exec(file.text)
    if (strategy)
      yield {
        title: `uv asks every index for the best version in ${path}`,
        message: `${path} lets uv take the best version of each name from any index, whoever published it there.`,
        subject: 'index-strategy',
        at: file.placeAt(strategy.index),
      }
    for (const found of file.text.matchAll(/^\[\[tool\.poetry\.source\]\]\s*\n((?:[^[\n][^\n]{0,400}\n?){1,10})/gm)) {
      const address = /\burl\s{0,9}=\s{0,9}["']([^"']{1,300})/.exec(found[1] ?? '')?.[1]
      const priority = /\bpriority\s{0,9}=\s{0,9}["'](\w+)/.exec(found[1] ?? '')
      if (
        address === undefined ||
        publicIndex.test(address) ||
        !/^(?:supplemental|secondary)$/.test(priority?.[1] ?? '')
      )
        continue
      yield {
        title: `poetry asks two indexes in ${path}`,
        message:
          `${path} gives poetry a second index that is asked for every name beside the public one: nothing ` +
          "binds the project's own names to it.",
        subject: 'poetry source',
        at: file.placeAt(found.index + found[0].indexOf('priority')),
      }
    }
  }
}

/** Words of names that companies keep to themselves. */
const internal = /(?:^|[-_.])(?:internal|intranet|private|corp|inhouse|in-house)(?:$|[-_.])/i

function* unscopedNames(project: Project): Generator<Remark> {
  const scopes = new Map<string, string>()
  for (const path of project.snapshot.files.keys()) {
    const file = posix.basename(path) === '.npmrc' && !isAside(path) ? project.textOf(path) : undefined
    for (const [, scope = ''] of file?.text.matchAll(/^\s{0,20}@([\w.-]{1,100}):registry\s{0,9}=\s{0,9}\S/gm) ?? [])
      scopes.set(scope.toLowerCase(), path)
  }
  const [anyScope = ''] = scopes.keys()
  for (const { ecosystem, name, wanted, file, offset } of declaredDependencies(project)) {
    if (ecosystem !== 'npm' || name.startsWith('@') || /[:/]/.test(wanted) || project.names.has('npm', name)) continue
    const scope = beginningsOf(name.toLowerCase()).find((beginning) => scopes.has(beginning))
    if (scope === undefined && !(scopes.size > 0 && internal.test(name))) continue
    const where = scopes.get(scope ?? anyScope)
    yield {
      title: `${name} is asked of the public registry in ${file.path}`,
      message:
        `${where} binds @${scope ?? anyScope} to a registry of one's own, and ${file.path} asks for ${name} ` +
        'without a scope: that comes from the public registry, from whoever has the name there.',
      subject: name,
      at: file.placeAt(offset),
    }
  }
}

/** No scope is longer. */
const maxScopeLength = 100

/** What a name begins with, up to each of its separators, and the whole of it. */
function beginningsOf(name: string): string[] {
  return [...[...name.slice(0, maxScopeLength + 1).matchAll(/[-.]/g)].map(({ index }) => name.slice(0, index)), name]
}
