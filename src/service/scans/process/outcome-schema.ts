import { z } from 'zod'
import { Component } from '../../../engine/model/component.ts'
import type { ArgumentValue } from '../../../engine/model/finding-record.ts'
import { Finding } from '../../../engine/model/finding.ts'
import { FoundCapability } from '../../../engine/model/package-capability.ts'
import { ProjectFacts } from '../../../engine/model/project-facts.ts'
import { ReadingRecord } from '../../../engine/model/reading-record.ts'
import { Coverage } from '../../../engine/model/scan.ts'
import { ScannedTool } from '../../../engine/model/scanned-tool.ts'
import { Severity } from '../../../engine/model/severity.ts'
import { SettingsMistake, SuppressionNotice } from '../../../engine/model/suppression-report.ts'
import { SourceIdentity } from '../../../engine/model/target.ts'
import {
  type CapabilityWord,
  capabilityWords,
  commentModes,
  RuleState,
} from '../../../engine/project-settings/settings-shape.ts'
import { limitedList } from './limited-list-schema.ts'
import { scanProcessLimits } from './scan-process-limits.ts'

// Schemas of what a scan process may return. They accept everything that the engine produces, and nothing that the
// service cannot store or render.

const FindingArgument: z.ZodType<ArgumentValue> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.array(FindingArgument), z.record(z.string(), FindingArgument)]),
)

/** Finding, as a scan returns it. */
export const FoundFinding = Finding.omit({ id: true, state: true, firstSeenAt: true }).extend({
  arguments: z.record(z.string(), FindingArgument).optional(),
})

const IgnoreOrReport = z.enum(['ignore', 'report']).optional()

const SettingsFile = z.object({
  path: z.string().optional(),
  ignored: z.string().optional(),
  branches: z.array(z.string()).optional(),
  paths: z
    .object({ include: z.array(z.string()).optional(), exclude: z.array(z.string()).optional(), by: z.string() })
    .optional(),
  failOn: Severity.optional(),
  onlyReachable: z.boolean().optional(),
  failOnCapabilities: z.array(z.enum(Object.keys(capabilityWords) as CapabilityWord[])).optional(),
  reportOn: Severity.optional(),
  resolve: z.enum(['off', 'on']).optional(),
  licenses: z
    .object({
      allow: z.array(z.string()).optional(),
      deny: z.array(z.string()).optional(),
      unknown: IgnoreOrReport,
      development: IgnoreOrReport,
      severity: Severity.optional(),
      by: z.string(),
    })
    .optional(),
  codeScanning: z.boolean().optional(),
  reviews: z.boolean().optional(),
  comment: z.enum(commentModes).optional(),
  accept: z
    .object({ comments: z.boolean().optional(), byAuthor: z.boolean().optional(), days: z.int().positive().optional() })
    .optional(),
  rules: z.array(z.object({ rule: z.string(), state: RuleState, by: z.string() })),
  suppressions: z.array(SuppressionNotice),
  mistakes: z.array(SettingsMistake),
})

const ProjectConfig = z.object({
  file: SettingsFile,
  inline: z.object({
    suppressions: z.array(
      z.object({
        path: z.string(),
        line: z.int().positive(),
        standsAlone: z.boolean(),
        rule: z.string(),
        reason: z.string(),
      }),
    ),
    mistakes: z.array(SettingsMistake),
  }),
})

const CapabilityEcosystem = z.enum(['npm', 'PyPI'])

/** Installed package, and what it can do. */
export const InstalledPackage = z.object({
  ecosystem: CapabilityEcosystem,
  name: z.string(),
  version: z.string(),
  path: z.array(z.string()),
  code: z.object({ capabilities: z.array(FoundCapability), notRead: z.string().optional() }),
})

const InstalledCapabilities = z.object({
  ecosystems: z.array(CapabilityEcosystem),
  packages: limitedList(InstalledPackage, scanProcessLimits.maxPartItems),
})

/** Result of a scan, as in `ScannedSource`. Its long lists are in parts that arrive before it. */
export const ScannedSourceMessage = z.object({
  source: SourceIdentity,
  components: limitedList(Component, scanProcessLimits.maxPartItems),
  findings: limitedList(FoundFinding, scanProcessLimits.maxPartItems),
  coverage: Coverage,
  tools: limitedList(ScannedTool, scanProcessLimits.maxPartItems),
  facts: ProjectFacts,
  reading: ReadingRecord.optional(),
  capabilities: InstalledCapabilities.optional(),
  projectConfig: ProjectConfig.optional(),
})
