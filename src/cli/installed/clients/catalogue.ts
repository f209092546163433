import { amazonQ } from './amazon-q.ts'
import { claudeCode } from './claude-code.ts'
import { claudeDesktop } from './claude-desktop.ts'
import { cline } from './cline.ts'
import { codex } from './codex.ts'
import { continueDev } from './continue.ts'
import { copilotCli } from './copilot-cli.ts'
import { cursor } from './cursor.ts'
import { geminiCli } from './gemini-cli.ts'
import { goose } from './goose.ts'
import { jetbrains } from './jetbrains.ts'
import { kiro } from './kiro.ts'
import { lmStudio } from './lm-studio.ts'
import { opencode } from './opencode.ts'
import { rooCode } from './roo-code.ts'
import { vsCode } from './vs-code.ts'
import { windsurf } from './windsurf.ts'
import { zed } from './zed.ts'
import type { McpClient } from './mcp-client.ts'

/** All clients whose servers `assay installed` finds, sorted by ID. */
export const mcpClients: readonly McpClient[] = [
  amazonQ,
  claudeCode,
  claudeDesktop,
  cline,
  codex,
  continueDev,
  copilotCli,
  cursor,
  geminiCli,
  goose,
  jetbrains,
  kiro,
  lmStudio,
  opencode,
  rooCode,
  vsCode,
  windsurf,
  zed,
]
