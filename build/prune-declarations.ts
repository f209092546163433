import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Removes the declarations that `entry` does not import, directly or indirectly. The compiler writes declarations for
 * every module of the engine, 3 MB in 800 files. Programs that use the engine need only a part of them.
 *
 * @param folder folder of the build
 * @param entry path of the public declarations, relative to the folder
 */
export function pruneDeclarations(folder: string, entry: string): void {
  const used = new Set([join(folder, entry)])
  for (const path of used)
    for (const [, imported = ''] of readFileSync(path, 'utf8').matchAll(
      /(?:from|import|import\() ?['"](\.[^'"]+)['"]/g,
    )) {
      const declarations = join(dirname(path), imported).replace(/\.[jt]s$/, '.d.ts')
      if (existsSync(declarations)) used.add(declarations)
    }
  for (const path of globSync('**/*.d.ts', { cwd: folder }).map((name) => join(folder, name)))
    if (!used.has(path)) rmSync(path)
}
