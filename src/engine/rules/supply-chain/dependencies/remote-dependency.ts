import { exampleFiles } from '../../example-files.ts'
import type { Severity } from '../../../model/severity.ts'
import { displayAddress } from '../../display-text.ts'
import type { WordySupplyChainRule } from '../../remark.ts'
import { declaredDependencies } from './declared.ts'

const npmOf = (wanted: string) =>
  exampleFiles({
    'package.json': JSON.stringify({ name: 'example-shop', dependencies: { 'example-parser': wanted } }, undefined, 2),
  })

export const remoteDependency: WordySupplyChainRule = {
  document: {
    id: 'remote-dependency',
    title: 'A dependency comes from an address in place of a registry',
    category: 'supply-chain',
    severity: 'low',
    precision: 'medium',
    cwe: ['CWE-829', 'CWE-494'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'A manifest asks for a dependency by an address: a repository by a branch or a tag, or an archive. One ' +
      'without encryption is medium; a repository by its full commit is told as information.',
    why:
      'No registry keeps what was there, says who published it or warns of it. A repository can change under ' +
      'the same name, and npm runs its `prepare` script while it installs.',
    remediation:
      'Take a published version, or name the full commit: `github:owner/name#<40 digits>`, `name @ ' +
      'git+https://…@<40 digits>`.',
    examples: {
      bad: [
        npmOf('git+https://git.example/acme/parser.git#main'),
        npmOf('acme/parser'),
        npmOf('http://files.example/parser-1.4.2.tgz'),
        exampleFiles({ 'requirements.txt': 'git+https://git.example/acme/parser.git@main#egg=example-parser' }),
      ],
      good: [
        npmOf('^1.4.2'),
        npmOf('file:../parser'),
        npmOf('workspace:*'),
        npmOf('npm:other-parser@^1.4.2'),
        exampleFiles({ 'requirements.txt': '-e .\nexample-parser==1.4.2 --hash=sha256:0a1b2c3d' }),
      ],
    },
  },
  *find(project) {
    const shown = new Map<string, string>()
    for (const { name, wanted, file, offset, isInstalled } of declaredDependencies(project)) {
      const found = addressIn(wanted)
      if (!found || !isInstalled) continue
      const { line, snippet = '' } = file.placeAt(offset)
      // A manifest of one line has thousands of them, and each look at the line takes 0.1 ms.
      const place = `${file.path}:${line}`
      const address = shown.get(place) ?? displayAddress(snippet)
      shown.set(place, address)
      yield {
        title: `${name} comes from an address in ${file.path}`,
        message: `${file.path} asks for ${name} by ${found.what}.`,
        subject: `${name} ${found.what}`,
        at: file.placeAt(offset, address),
        severity: found.severity,
      }
    }
  },
}

const repositoryAddress = new RegExp(
  String.raw`^(?:git(?:\+\w+)?:|git@|(?:github|gitlab|bitbucket|gist):|git\+|hg\+|svn\+|ssh:)|\.git(?:[#@]|$)|` +
    String.raw`^[\w.-]+\/[\w.-]+(?:#.*)?$`,
)

/** How an address is asked for; undefined for versions, folders and other names of the registry. */
function addressIn(wanted: string): { what: string; severity: Severity } | undefined {
  const text = (wanted.split(/\s;/, 1)[0] ?? '').trim()
  if (/^(?:file|link|workspace|portal|npm|jsr|catalog|patch):|^local$/.test(text)) return undefined
  const isRepository = repositoryAddress.test(text)
  if (!isRepository && !/^https?:\/\//.test(text)) return undefined
  const isPlain = /^(?:git\+)?http:\/\/|^git:\/\//.test(text)
  const isCommit = /[#@][0-9a-f]{40}(?:$|[#&])/.test(text)
  if (isPlain)
    return {
      what: `an address without encryption, ${isRepository ? 'a repository' : 'an archive'}`,
      severity: 'medium',
    }
  if (!isRepository)
    return /#sha\d{3}=|--hash/.test(wanted)
      ? { what: 'the address of an archive with its digest', severity: 'info' }
      : { what: 'the address of an archive', severity: 'low' }
  return isCommit
    ? { what: 'a commit of a repository', severity: 'info' }
    : { what: 'a branch or tag of a repository', severity: 'low' }
}
