import type { MarkerEnvironment } from './marker.ts'
import { parsePythonVersion } from './version.ts'

/**
 * The environment that dependencies are resolved for. It is typical for servers. It is fixed because dependencies
 * depend on it, and two scans of one version should have the same result.
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
    // Not of a specific machine.
    platform_release: '',
    platform_version: '',
    python_version: '3.13',
    python_full_version: '3.13.9',
    implementation_name: 'cpython',
    implementation_version: '3.13.9',
  } satisfies MarkerEnvironment,
} as const

const fullVersion = parsePythonVersion(pythonTarget.markers.python_full_version)
if (fullVersion === undefined) throw new Error('the version of the target environment is none')

/** The Python version that is compared with `Requires-Python`. */
export const targetPythonVersion = fullVersion
