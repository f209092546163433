import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { startupSnapshot } from 'node:v8'
import type koffi from 'koffi'

/** Native part of koffi. Undefined in processes that do not start from a snapshot. */
const nativePart = startupSnapshot.isBuildingSnapshot() ? findNativePart() : undefined

/**
 * Loads koffi. In a child that starts from a snapshot, loads only its native part, because Node's module loader and
 * koffi's search for the C library take 7 ms (measured).
 */
export function loadKoffi(): typeof koffi {
  if (nativePart === undefined) return createRequire(import.meta.url)('koffi')
  const module = Object.assign(Object.create(null), { exports: {} })
  process.dlopen(module, nativePart)
  return module.exports
}

/** Returns undefined if koffi is not installed. The child then fails to start, as without a snapshot. */
function findNativePart(): string | undefined {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve('koffi'))
    const library = usesGlibc() ? 'linux' : 'musl'
    const { arch } = process
    return join(folder, `../@koromix/koffi-linux-${arch}/${library}_${arch}/koffi.node`)
  } catch {
    return undefined
  }
}

/** Reports whether Node was linked with glibc. Otherwise, it was linked with musl. */
function usesGlibc(): boolean {
  const report: { readonly header?: { readonly glibcVersionRuntime?: string } } = process.report.getReport()
  return report.header?.glibcVersionRuntime !== undefined
}
