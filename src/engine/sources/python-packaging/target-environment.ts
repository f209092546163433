import type { MarkerEnvironment } from './marker.ts'
import { parsePythonVersion } from './version.ts'

/**
 * Environment that dependencies are resolved for: a typical server. It is fixed because dependencies vary by
 * environment, and two scans of one version must have the same result.
 */
export const pythonTarget = {
  description: 'CPython 3.13 on Linux x86_64 (glibc 2.36)',
  pythonMinor: 13,
  glibcMinor: 36,
  machine: 'x86_64',
  markers: {
    os_name: 'posix',
    sys_platform: 'linux',
    platform_machine: 'x86_64',
    platform_python_implementation: 'CPython',
    platform_system: 'Linux',
    // Empty, because the real value depends on the machine.
    platform_release: '',
    platform_version: '',
    python_version: '3.13',
    python_full_version: '3.13.9',
    implementation_name: 'cpython',
    implementation_version: '3.13.9',
  } satisfies MarkerEnvironment,
} as const

const fullVersion = parsePythonVersion(pythonTarget.markers.python_full_version)
if (fullVersion === undefined) throw new Error('the Python version of the target environment is invalid')

/** Python version to compare with `Requires-Python`. */
export const targetPythonVersion = fullVersion
