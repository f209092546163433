import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'

/** Calls that create links in the server's folders or unpack archives, which may contain links. */
const linking: ReadonlySet<string> = new Set([
  'fs.symlink',
  'fs.symlinkSync',
  'fs.promises.symlink',
  'fs.link',
  'fs.linkSync',
  'fs.promises.link',
  'fs-extra.symlink',
  'fs-extra.ensureSymlink',
  'os.symlink',
  'os.link',
  'tar.x',
  'tar.extract',
  'tar-fs.extract',
  'decompress',
  'extract-zip',
  'shutil.unpack_archive',
  'git.Repo.clone_from',
  'isomorphic-git.clone',
  'degit',
  'tiged',
])
/**
 * Methods with the same effect, on any receiver. Listing roots counts, because roots provided by a client contain files
 * written by others.
 */
const linkingMethods: ReadonlySet<string> = new Set([
  'symlink_to',
  'hardlink_to',
  'extractall',
  'extractAllTo',
  'extractAllToAsync',
  'clone_from',
  'listRoots',
  'list_roots',
])

/**
 * Reports whether untrusted links may exist in the program's folders. A path that is inside a folder according to its
 * text may then lead to a location outside.
 */
export function hasMadeLinks({ program, references }: KnownProgram): boolean {
  const isCall = (node: number) => program.op(node) === Op.Call
  if ([...linkingMethods].some((name) => program.callsOfMethod(name).some(isCall))) return true
  const begins = /^(?:git clone\b|roots\/list$)/
  if (
    program.strings.some(
      (text, index) =>
        begins.test(text) && program.index.naming(index).some((node) => program.literalText(node) !== undefined),
    )
  )
    return true
  const isCloning = (list: number) =>
    program.literalText(program.operand(list, program.literalText(program.operand(list, 0)) === 'git' ? 1 : 0)) ===
    'clone'
  if (program.stringIndex('clone') >= 0 && program.index.of(Op.ArrayOf).some(isCloning)) return true
  return program.index
    .of(Op.Call)
    .some((call) => references.externals(program.operand(call, 0)).some((name) => linking.has(name)))
}
