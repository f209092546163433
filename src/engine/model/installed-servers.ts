import { z } from 'zod'
import { ScanReport } from './scan-report.ts'
import { Verdict } from './scan.ts'
import { Severity } from './severity.ts'

/** The program or host that a client uses for a server. */
export const InstalledProgram = z.object({
  kind: z.enum(['package', 'folder', 'image', 'remote', 'unknown']),
  /** Package, folder, image, program, or host. Credentials, arguments, and URL paths are removed. */
  label: z.string(),
  /** True if every start runs the same version. Omitted for folders, hosts, and unknown programs. */
  isPinned: z.boolean().optional(),
  /** Reason why the server was not scanned. Omitted if it was scanned. */
  notScanned: z.string().optional(),
})
export type InstalledProgram = z.infer<typeof InstalledProgram>

/** An MCP server in a client's settings. */
export const InstalledServer = z.object({
  name: z.string(),
  client: z.string(),
  /** Absolute path to the settings file. */
  settingsFile: z.string(),
  scope: z.enum(['user', 'project', 'system']),
  /** Project folder for which the client starts the server. Omitted if it starts the server everywhere. */
  project: z.string().optional(),
  isDisabled: z.boolean(),
  program: InstalledProgram,
  /** Result of scanning the server's program. `scans` contains the complete report with the target `program.label`. */
  result: z
    .object({
      verdict: Verdict,
      grade: z.string().optional(),
      securityScore: z.number().optional(),
      worstFinding: z.object({ severity: Severity, ruleId: z.string(), title: z.string() }).optional(),
    })
    .optional(),
  /**
   * Names of variables, headers, and options whose values are secrets. Contains `argument` or `URL` if an argument or
   * the URL holds a secret.
   */
  secretsIn: z.array(z.string()),
  /** Tools that another server of the same client also offers. */
  sharedTools: z.array(z.object({ tool: z.string(), server: z.string() })),
})
export type InstalledServer = z.infer<typeof InstalledServer>

/** The result of `assay installed`. */
export const InstalledServers = z.object({
  verdict: Verdict,
  servers: z.array(InstalledServer),
  /** Settings files that exist and could not be read completely. */
  unreadable: z.array(z.object({ client: z.string(), path: z.string(), problem: z.string() })),
  /** One report per distinct program. */
  scans: z.array(ScanReport),
})
export type InstalledServers = z.infer<typeof InstalledServers>
