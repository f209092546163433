import { posix } from 'node:path'
import { exampleFiles } from '../../example-files.ts'
import type { Snapshot } from '../../../model/snapshot.ts'
import { under } from '../../../inventory/settings-files/value.ts'
import { isAside } from '../project.ts'
import type { WordySupplyChainRule } from '../../remark.ts'

export const binaryFile: WordySupplyChainRule = {
  document: {
    id: 'binary-file',
    title: 'A project brings machine code',
    category: 'supply-chain',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-506', 'CWE-1357'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'A file is a program or a library for a machine by its first bytes, or a compiled module of Python ' +
      'without its source. One whose name says that it is something else is high; libraries that are named as ' +
      'such, WebAssembly, and what a package for one kind of machine brings (`cpu`), are told as information.',
    why:
      'Nothing that reads source sees what is in it, and nobody can tell that it was made from the source ' +
      'beside it.',
    remediation:
      'Build it from source, or take it from whoever makes it with a digest. Whoever needs native code ' +
      'publishes it by itself, with provenance.',
    examples: {
      bad: [exampleFiles({ 'bin/tool': '\u007fELF program', 'package.json': '{ "name": "example-shop" }' })],
      good: [exampleFiles({ 'bin/tool': '#!/bin/sh\nexec node index.js' })],
    },
  },
  files: {
    reads: (path) => !isAside(path),
    *find({ path, content }, { snapshot, manifests }) {
      const kind =
        machineCode(content) ?? (isByteCodeAlone(path, snapshot) ? 'byte code of Python without its source' : undefined)
      if (kind === undefined) return
      const name = posix.basename(path)
      const isDisguised = disguise.test(name)
      const isLibrary =
        library.test(name) ||
        manifests.some(({ file, root }) => file.path === 'package.json' && under(root, 'cpu') !== undefined)
      yield {
        title: `${path} is ${kind}${isDisguised ? ', and named otherwise' : ''}`,
        message:
          `${path} is ${kind} by its first ` +
          `bytes${isDisguised ? ', although its name says that it is something else' : ''}. What it does ` +
          'cannot be read here.',
        subject: isDisguised ? path : isLibrary ? 'library' : 'program',
        at: { path },
        severity: isDisguised ? 'high' : isLibrary ? 'info' : 'medium',
        ...(!isDisguised && { isTold: 'once' as const }),
      }
    },
  },
}

/** Names of what is text or a picture. */
const disguise = new RegExp(
  String.raw`\.(?:[cm]?[jt]sx?|json|txt|md|css|html?|py|ya?ml|toml|png|jpe?g|gif|svg|ico|webp|woff2?|ttf|map|` +
    String.raw`log|lock|csv|xml|pdf)$`,
  'i',
)

/** Names that say that they are machine code, as add-ons and wheels bring it. */
const library = /\.(?:node|so(?:\.\d+)*|dylib|dll|pyd|wasm|lib|a|o|jnilib)$|\.abi3\.so$/i

/** A compiled module that is imported as it is: those of `__pycache__` are not, where their source is missing. */
const isByteCodeAlone = (path: string, { files }: Pick<Snapshot, 'files'>): boolean =>
  path.endsWith('.pyc') && !path.includes('__pycache__/') && !files.has(path.slice(0, -1))

function machineCode(content: Buffer): string | undefined {
  if (content.length < 8) return undefined
  const magic = content.readUInt32BE(0)
  if (magic === 0x7f454c46) return 'a program or library of Linux (ELF)'
  if (magic === 0xfeedface || magic === 0xfeedfacf || magic === 0xcefaedfe || magic === 0xcffaedfe)
    return 'a program or library of macOS (Mach-O)'
  // Java's classes begin as universal Mach-O files do; those have few architectures.
  if (magic === 0xcafebabe) return content.readUInt32BE(4) < 20 ? 'a program or library of macOS (Mach-O)' : undefined
  if (magic === 0x0061736d) return 'WebAssembly'
  if (content.readUInt16BE(0) !== 0x4d5a || content.length < 64) return undefined
  const header = content.readUInt32LE(0x3c)
  return header + 4 <= content.length && content.readUInt32BE(header) === 0x50450000
    ? 'a program or library of Windows (PE)'
    : undefined
}
