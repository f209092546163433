import { z } from 'zod'
import { exampleFiles } from '../../example-files.ts'
import type { Severity } from '../../../model/severity.ts'
import { displayAddress } from '../../display-text.ts'
import { defineProjectRule } from '../supply-chain-rule.ts'
import { declaredDependencies } from './declared.ts'

const npmOf = (wanted: string) =>
  exampleFiles({
    'package.json': JSON.stringify({ name: 'example-shop', dependencies: { 'example-parser': wanted } }, undefined, 2),
  })

const AddressKind = z.enum([
  'unencrypted-repository',
  'unencrypted-archive',
  'archive-with-digest',
  'archive',
  'commit',
  'branch-or-tag',
])
type AddressKind = z.infer<typeof AddressKind>

interface AddressText {
  /** Source, phrased to follow "installs example-parser from". */
  readonly source: string
  readonly consequence: string
  /** Part of fingerprints. If the text changed, every stored finding would be reported as new. */
  readonly subject: string
  readonly severity: Severity
}

const addressTexts: Readonly<Record<AddressKind, AddressText>> = {
  'unencrypted-repository': {
    source: 'a repository over an unencrypted connection',
    consequence: 'An attacker on the network path can replace the code.',
    subject: 'an address without encryption, a repository',
    severity: 'medium',
  },
  'unencrypted-archive': {
    source: 'an archive over an unencrypted connection',
    consequence: 'An attacker on the network path can replace the code.',
    subject: 'an address without encryption, an archive',
    severity: 'medium',
  },
  'archive-with-digest': {
    source: 'an archive URL with a digest',
    consequence: 'The archive is not stored in a registry, so it can disappear, and its publisher is not recorded.',
    subject: 'the address of an archive with its digest',
    severity: 'info',
  },
  archive: {
    source: 'an archive URL without a digest',
    consequence: 'The server can replace the archive at any time.',
    subject: 'the address of an archive',
    severity: 'low',
  },
  commit: {
    source: 'a pinned commit in a repository',
    consequence: 'The code is not stored in a registry, so it can disappear, and its publisher is not recorded.',
    subject: 'a commit of a repository',
    severity: 'info',
  },
  'branch-or-tag': {
    source: 'a branch or tag of a repository',
    consequence: 'The repository owner can change the code at any time.',
    subject: 'a branch or tag of a repository',
    severity: 'low',
  },
}

export const remoteDependency = defineProjectRule({
  document: {
    id: 'remote-dependency',
    title: 'Dependency outside a registry: a manifest installs code from a repository or URL',
    category: 'supply-chain',
    severity: 'low',
    precision: 'medium',
    cwe: ['CWE-829', 'CWE-494'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'A manifest declares a dependency with a URL that points to an archive, or to a branch, tag, or commit in a ' +
      'repository. The severity is medium for unencrypted URLs, and informational for full commit hashes and for ' +
      'archives with a digest.',
    why:
      'A registry keeps published versions unchanged, records who published each one, and removes malware. The code ' +
      "in a repository can change under the same branch or tag name, and npm runs the repository's `prepare` script " +
      'during installation.',
    remediation:
      'Use a published version, or pin the full commit hash: `github:owner/name#<40 digits>` (npm) or `name @ ' +
      'git+https://…@<40 digits>` (Python). For an archive, use an `https:` URL and, in Python, append the digest ' +
      '(`#sha256=…`).',
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
  arguments: z.object({ name: z.string(), address: AddressKind }),
  describe({ name, address }, { location }) {
    const path = location?.path ?? 'a manifest'
    const { source, consequence } = addressTexts[address]
    return {
      title: `Dependency "${name}" outside a registry in ${path}`,
      message: `${path} installs "${name}" from ${source}. ${consequence}`,
    }
  },
  *find(project) {
    const snippets = new Map<string, string>()
    for (const { name, wanted, file, offset, isInstalled } of declaredDependencies(project)) {
      const address = addressKind(wanted)
      if (!address || !isInstalled) continue
      const { line, snippet = '' } = file.placeAt(offset)
      // Cached, because a manifest on one line can have thousands of dependencies, and each call takes 0.1 ms.
      const key = `${file.path}:${line}`
      const shown = snippets.get(key) ?? displayAddress(snippet)
      snippets.set(key, shown)
      yield {
        arguments: { name, address },
        subject: `${name} ${addressTexts[address].subject}`,
        at: file.placeAt(offset, shown),
        severity: addressTexts[address].severity,
      }
    }
  },
})

const repositoryAddress = new RegExp(
  String.raw`^(?:git(?:\+\w+)?:|git@|(?:github|gitlab|bitbucket|gist):|git\+|hg\+|svn\+|ssh:)|\.git(?:[#@]|$)|` +
    String.raw`^[\w.-]+\/[\w.-]+(?:#.*)?$`,
)

/** Returns the type of a URL, or undefined for versions, folders, and other registry names. */
function addressKind(wanted: string): AddressKind | undefined {
  const text = (wanted.split(/\s;/, 1)[0] ?? '').trim()
  if (/^(?:file|link|workspace|portal|npm|jsr|catalog|patch):|^local$/.test(text)) return undefined
  const isRepository = repositoryAddress.test(text)
  if (!isRepository && !/^https?:\/\//.test(text)) return undefined
  if (/^(?:git\+)?http:\/\/|^git:\/\//.test(text))
    return isRepository ? 'unencrypted-repository' : 'unencrypted-archive'
  if (!isRepository) return /#sha\d{3}=|--hash/.test(wanted) ? 'archive-with-digest' : 'archive'
  return /[#@][0-9a-f]{40}(?:$|[#&])/.test(text) ? 'commit' : 'branch-or-tag'
}
