import { posix, win32 } from 'node:path'
import type { UserPlace } from '../../../settings/user-place.ts'

/** User and project whose client settings are read. */
export interface ClientPlace extends UserPlace {
  /** Absolute path of the project. */
  readonly project: string
}

/** Client settings file. It may not exist. */
export interface SettingsFile {
  /** Absolute path of the file. The path segment `*` matches every folder. */
  readonly path: string
  /** Default: `json`, with comments. */
  readonly format?: 'json' | 'toml' | 'yaml' | 'jetbrains' | 'extension'
  readonly scope: 'user' | 'project' | 'system'
}

/** Program that starts MCP servers. */
export interface McpClient {
  /** Value of `--client`. */
  readonly id: string
  readonly name: string
  /** Returns all files in which the client looks for servers on this system. */
  files(folders: ClientFolders): readonly SettingsFile[]
}

/** Builds the absolute paths of settings files on one system. */
export interface ClientFolders {
  readonly platform: NodeJS.Platform
  readonly variables: UserPlace['variables']
  /** Returns a path in the home folder. */
  home(...parts: readonly string[]): string
  /** Returns a path in the project. */
  project(...parts: readonly string[]): string
  /**
   * Returns a path in the application settings folder: `%APPDATA%`, `~/Library/Application Support`, or `~/.config`.
   */
  applications(...parts: readonly string[]): string
  /** Returns a path in `$XDG_CONFIG_HOME` or `~/.config`, even on macOS, and in `%APPDATA%` on Windows. */
  configuration(...parts: readonly string[]): string
  /** Returns a path in the folder with system-wide settings. */
  system(folders: { readonly linux: string; readonly darwin: string; readonly win32: string }): string
}

/** Returns a user's folders according to system conventions. */
export function clientFolders({ platform, home, variables, project }: ClientPlace): ClientFolders {
  const { join, isAbsolute } = platform === 'win32' ? win32 : posix
  const absolute = (name: string) => {
    const value = variables[name]
    return value !== undefined && isAbsolute(value) ? value : undefined
  }
  const roaming = absolute('APPDATA') ?? join(home, 'AppData', 'Roaming')
  const xdg = absolute('XDG_CONFIG_HOME') ?? join(home, '.config')
  const applications =
    platform === 'win32' ? roaming : platform === 'darwin' ? join(home, 'Library', 'Application Support') : xdg
  return {
    platform,
    variables,
    home: (...parts) => join(home, ...parts),
    project: (...parts) => join(project, ...parts),
    applications: (...parts) => join(applications, ...parts),
    configuration: (...parts) => join(platform === 'win32' ? roaming : xdg, ...parts),
    system: ({ linux, darwin, win32: windows }) =>
      platform === 'win32'
        ? join(absolute('ProgramData') ?? 'C:\\ProgramData', windows)
        : platform === 'darwin'
          ? darwin
          : linux,
  }
}
