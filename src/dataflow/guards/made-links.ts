import { Op } from '../form/operations.ts'
import type { KnownProgram } from '../schemas/known-program.ts'

/** Calls by which links get into folders that a server works in: it makes them, or unpacks what others have packed. */
const linking: ReadonlySet<string> = new Set([
  'fs.symlink', 'fs.symlinkSync', 'fs.promises.symlink', 'fs.link', 'fs.linkSync', 'fs.promises.link', 'fs-extra.symlink', 'fs-extra.ensureSymlink', 'os.symlink', 'os.link',
  'tar.x', 'tar.extract', 'tar-fs.extract', 'decompress', 'extract-zip', 'shutil.unpack_archive', 'git.Repo.clone_from', 'isomorphic-git.clone', 'degit', 'tiged',
])
/** Methods that do, whatever they are called on. The folders that a client names as its roots hold what others have written. */
const linkingMethods: ReadonlySet<string> = new Set(['symlink_to', 'hardlink_to', 'extractall', 'extractAllTo', 'extractAllToAsync', 'clone_from', 'listRoots', 'list_roots'])

/** Whether a program lets links that others have made into folders: what is inside of one by its text may then be a link that leads out of it. */
export function hasMadeLinks({ program, references }: KnownProgram): boolean {
  for (let node = 0; node < program.nodeCount; node += 1) {
    const op = program.op(node)
    if (op === Op.Call) {
      const callee = program.operand(node, 0)
      if (program.op(callee) === Op.Load && linkingMethods.has(program.text(callee, 1))) return true
      if (references.externals(callee).some((name) => linking.has(name))) return true
    } else if (op === Op.ArrayOf && program.literalText(program.operand(node, program.literalText(program.operand(node, 0)) === 'git' ? 1 : 0)) === 'clone') return true
    else if (op === Op.Literal && /^(?:git clone\b|roots\/list$)/.test(program.literalText(node) ?? '')) return true
  }
  return false
}
