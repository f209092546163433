import type { Program } from '../program/program.ts'
import { javaScriptModules } from './javascript-modules.ts'
import type { ModuleResolution } from './module-resolution.ts'
import { pythonModules } from './python-modules.ts'

/** What a project says of its modules: texts of `package.json` and `tsconfig.json` files, by path. */
export type ModuleSettings = ReadonlyMap<string, string>

/**
 * Resolves imports between the files of a program as Node.js, TypeScript and Python do, by what the project says of
 * itself.
 */
export function resolveModules({ files }: Pick<Program, 'files'>, settings: ModuleSettings): ModuleResolution {
  const indexOf = new Map(files.map(({ path }, index) => [path, index]))
  const javaScript = javaScriptModules(
    new Set(files.filter(({ language }) => language !== 'python').map(({ path }) => path)),
    settings,
  )
  const python = pythonModules(files.filter(({ language }) => language === 'python').map(({ path }) => path))
  const found = (path: string | undefined, isModule = false) => {
    const file = path === undefined ? undefined : indexOf.get(path)
    return file === undefined ? undefined : { file, ...(isModule && { isModule }) }
  }
  return {
    resolve(fromFile, specifier, name) {
      const from = files[fromFile]
      if (!from) return undefined
      if (from.language !== 'python') return found(javaScript(from.path, specifier))
      const { path, isModule } = python(from.path, specifier, name)
      return found(path, isModule)
    },
  }
}
