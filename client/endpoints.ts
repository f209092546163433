// Written by generate.ts from the catalogue of endpoints; a test says when it has to be written again.
import { type CallOptions, Transport } from './transport.ts'

/** What a key may do. */
export type Permission = 'scans:write' | 'scans:read' | 'webhooks:write' | 'account:write'

/** How bad a finding is, worst first. */
export type Severity = 'critical' | 'high' | 'medium' | 'low' | 'info'

/** An event, or `*` for every event that the plan has, those that are added later too. */
export type WebhookSubscription = '*' | 'advisory.matched' | 'endpoint.disabled' | 'ping' | 'scan.completed' | 'scan.failed' | 'server.grade_changed' | 'server.tools_changed' | 'vulnerability.found'

/** `waiting` while an attempt is under way or to come, `delivered` after one that went well, `failed` after the last of the schedule. */
export type DeliveryStatus = 'waiting' | 'delivered' | 'failed'

/** What happened. */
export type WebhookEventName = 'advisory.matched' | 'endpoint.disabled' | 'ping' | 'scan.completed' | 'scan.failed' | 'server.grade_changed' | 'server.tools_changed' | 'vulnerability.found'

/** What a finding is about. */
export type Category = 'dependency' | 'code' | 'secret' | 'tool' | 'supply-chain' | 'configuration'

/** `new` and `existing` findings are open; `fixed` ones are gone, `suppressed` ones were set aside. */
export type FindingState = 'new' | 'existing' | 'fixed' | 'suppressed'

/** `pending`: waits in the queue. `scanning`: in progress. `completed`: has results. `failed`: has an error. */
export type ScanStatus = 'pending' | 'scanning' | 'completed' | 'failed'

/** What a finding says of the advisory behind it. */
export type AdvisoryReference = {
  /** Id of the advisory. */
  readonly id: string
  /** Every other id of the same flaw, sorted. */
  readonly aliases: readonly string[]
  /** Where to read the advisory. */
  readonly url: string
  /** The smallest version above the installed one in which the flaw is fixed. */
  readonly fixedVersion?: string
  readonly cvss?: Cvss
  /** How likely it is to be exploited within 30 days, https://www.first.org/epss/ */
  readonly epss?: {
    /** The probability. */
    readonly score: number
    /** Share of all flaws that are as likely or less. */
    readonly percentile: number
    /** The day of the estimate. */
    readonly date: string
  }
  /** It is being exploited: an entry of CISA's catalogue, https://www.cisa.gov/known-exploited-vulnerabilities-catalog */
  readonly kev?: {
    /** Since when the catalogue has it. */
    readonly addedAt: string
    /** Ransomware is known to use it. */
    readonly ransomware: boolean
  }
}

/** A CVSS rating. */
export type Cvss = {
  /** Version of CVSS. */
  readonly version: string
  /** The vector as published. */
  readonly vector: string
  /** The base score computed from it. */
  readonly score: number
}

/** A package ecosystem by the name that OSV gives it. */
export type Ecosystem = 'npm' | 'PyPI' | 'Go' | 'crates.io' | 'GitHub Actions' | 'Maven' | 'NuGet' | 'RubyGems' | 'Packagist' | 'Hex' | 'Pub' | 'Hackage'

/** The server of the registry that an event tells of. */
export type EventServer = {
  /** Id of the server. */
  readonly id: string
  /** Names it in paths; never changes hands. */
  readonly slug: string
  /** Its name. */
  readonly name: string
}

/** The numbers of a finished scan. */
export type ScanResults = {
  /** From 0 to 100; 100 is best. */
  readonly securityScore: number
  readonly grade: Grade
  readonly vulnerabilities: SeverityCounts
  /** Something could not be seen, and the score is at most 84. */
  readonly partial: boolean
  /** Version of the scoring formula. */
  readonly method: string
}

/** The letter for a score: A+ from 95, A from 85, B from 70, C from 55, D from 40, else F. */
export type Grade = 'A+' | 'A' | 'B' | 'C' | 'D' | 'F'

/** How many open findings there are of each severity. */
export type SeverityCounts = {
  /** Open findings of this severity. */
  readonly critical: number
  /** Open findings of this severity. */
  readonly high: number
  /** Open findings of this severity. */
  readonly medium: number
  /** Open findings of this severity. */
  readonly low: number
  /** Open findings of this severity. */
  readonly info: number
  /** Sum of the five. */
  readonly total: number
}

/** `fail`: an open finding is at least as severe as `failOn`. `partial`: something could not be seen. Only `pass` is green. */
export type Verdict = 'pass' | 'fail' | 'partial' | 'nothing-scanned' | 'error'

/** Why a scan failed. */
export type ScanFailureCode = 'INVALID_URL' | 'SOURCE_NOT_FOUND' | 'SOURCE_FORBIDDEN' | 'SOURCE_TOO_LARGE' | 'SOURCE_MALFORMED' | 'ADDRESS_NOT_ALLOWED' | 'NOTHING_TO_SCAN' | 'UPSTREAM_UNAVAILABLE' | 'SCAN_TIMEOUT' | 'SCANNER_CRASHED' | 'CANCELLED' | 'INTERNAL'

/** A rating of a server, and what it is of. */
export type EventRating = {
  /** Package version or commit. */
  readonly version: string
  /** The scan that examined it. */
  readonly scanId: string
  readonly grade: Grade
  /** From 0 to 100; 100 is best. */
  readonly securityScore: number
  /** Version of the scoring formula. */
  readonly method: string
}

/** A version of a server, and the scan that examined it. */
export type EventVersion = {
  /** Package version or commit. */
  readonly version: string
  /** The scan that examined it. */
  readonly scanId: string
}

/** A tool that only one of two versions has. */
export type EventTool = {
  /** Name of the tool. */
  readonly name: string
  /** SHA-256 of name, description and input schema as the server declares them, lower-case hex: equal hashes stand for tools that a model is told of alike. */
  readonly hash: string
}

/** A tool that both versions have, and declare differently. */
export type EventToolChange = {
  /** Name of the tool. */
  readonly name: string
  /** Its hash before. */
  readonly before: string
  /** Its hash now. */
  readonly after: string
  /** Which parts differ. */
  readonly changes: readonly ('description' | 'inputSchema' | 'outputSchema' | 'annotations')[]
}

/** One problem in the scanned project. Parts that do not apply are absent. */
export type Finding = {
  /** Names the finding of this scan. */
  readonly id: string
  /** The rule that found it. */
  readonly ruleId: string
  /** What it is, in a line. */
  readonly title: string
  /** What was found and where, in sentences. */
  readonly message: string
  readonly severity: Severity
  readonly precision: Precision
  readonly category: Category
  /** Kinds of weakness, https://cwe.mitre.org */
  readonly cwe: readonly string[]
  /** Ids of the OWASP MCP Top 10. */
  readonly owaspMcp: readonly string[]
  /** The place, where the rule found one in a file. */
  readonly location?: Location
  /** The way that data takes from its source to where it does harm. */
  readonly trace?: readonly TraceStep[]
  /** The package version, where the rule found one. */
  readonly component?: Component
  /** The published advisory behind it. */
  readonly advisory?: AdvisoryReference
  /** The same for the same problem in every scan of the project. */
  readonly fingerprint: string
  readonly state: FindingState
  /** Present when `state` is `suppressed`. */
  readonly suppression?: Suppression
  /** What to do about it. */
  readonly remediation: string
  /** Where to read more about the rule. */
  readonly helpUrl?: string
  /** When a scan of the project first had it. */
  readonly firstSeenAt: string
}

/** How often findings of the rule are right; only `very-high` and `high` cap a score. */
export type Precision = 'very-high' | 'high' | 'medium' | 'low'

/** A place in a file of the scanned project. */
export type Location = {
  /** The file, from the root of the project. */
  readonly path: string
  /** First line, from 1. */
  readonly startLine?: number
  /** First column, from 1. */
  readonly startColumn?: number
  /** Last line, from 1. */
  readonly endLine?: number
  /** Last column, from 1. */
  readonly endColumn?: number
  /** The text there, secrets masked. */
  readonly snippet?: string
}

/** A step of the way that data takes from a source to a sink. */
export type TraceStep = {
  /** The file, from the root of the project. */
  readonly path: string
  /** The line, from 1. */
  readonly line: number
  /** What happens there. */
  readonly message: string
}

/** A package version that the scanned project consists of or brings along. */
export type Component = {
  /** Package URL, https://github.com/package-url/purl-spec */
  readonly purl: string
  /** Name of the package. */
  readonly name: string
  /** Version of the package. */
  readonly version: string
  readonly ecosystem: Ecosystem
  /** Named by the scanned project itself, or the scanned project. */
  readonly direct: boolean
  /** Needed only to develop the scanned project. */
  readonly dev: boolean
  /** The ways by which it came in, shortest first. */
  readonly introducedBy: readonly Introduction[]
}

/** One way by which a component came in. */
export type Introduction = {
  /** The file that was read. */
  readonly manifest: string
  /** From the scanned project to the component, each as `name@version`. */
  readonly path: readonly string[]
}

/** Who set a finding aside, why, and until when. */
export type Suppression = {
  /** Why it was set aside. */
  readonly reason: string
  /** Until when; absent: for good. */
  readonly expires?: string
  /** Who set it aside. */
  readonly by: string
}

/** A key that was just made, with its secret. */
export type NewApiKey = {
  /** Names the key in paths. */
  readonly keyId: string
  /** What the key is for. */
  readonly name: string
  /** The public eight characters of the key, safe to log. */
  readonly prefix: string
  /** What the key may do. */
  readonly permissions: readonly Permission[]
  /** When it was made. */
  readonly createdAt: string
  /** When it stops to work; absent: never. */
  readonly expiresAt?: string
  /** To the minute. */
  readonly lastUsedAt?: string
  /** When it was revoked. */
  readonly revokedAt?: string
  /** The key that a rotation made in its place. */
  readonly replacedBy?: string
  /** The whole key. It is shown this once. */
  readonly key: string
}

/** What tells one request from another. */
export type Meta = {
  /** Names the request in our log; the same as `X-Request-Id`. */
  readonly requestId: string
  /** When it was answered. */
  readonly timestamp: string
}

/** One wrong field or parameter. */
export type ErrorDetail = {
  /** Where the problem is, such as `body.url`. */
  readonly path: string
  /** What is wrong there. */
  readonly message: string
}

/** An API key without its secret; parts that do not apply are absent. */
export type ApiKey = {
  /** Names the key in paths. */
  readonly keyId: string
  /** What the key is for. */
  readonly name: string
  /** The public eight characters of the key, safe to log. */
  readonly prefix: string
  /** What the key may do. */
  readonly permissions: readonly Permission[]
  /** When it was made. */
  readonly createdAt: string
  /** When it stops to work; absent: never. */
  readonly expiresAt?: string
  /** To the minute. */
  readonly lastUsedAt?: string
  /** When it was revoked. */
  readonly revokedAt?: string
  /** The key that a rotation made in its place. */
  readonly replacedBy?: string
}

/** Where in a list this page is. */
export type Pagination = {
  /** The page that this is, from 1. */
  readonly page: number
  /** Elements of a page. */
  readonly limit: number
  /** Elements of all pages. */
  readonly total: number
  /** Pages there are. */
  readonly totalPages: number
}

/** A scan as answered on submission. */
export type SubmittedScan = {
  /** Names the scan in paths. */
  readonly scanId: string
  readonly status: ScanStatus
  /** The address as it was submitted. */
  readonly url: string
  /** When it was submitted. */
  readonly createdAt: string
  /** When it will probably end; lies ahead until it has. */
  readonly estimatedCompletionTime: string
}

/** An endpoint that was just made, with its secret. */
export type NewWebhook = {
  /** Names the endpoint in paths. */
  readonly webhookId: string
  /** Where its events go. */
  readonly url: string
  /** What it is for. */
  readonly description: string
  /** The events that it gets, as far as the plan has them. */
  readonly events: readonly WebhookSubscription[]
  /** False while nothing is sent to it; events of that time are not kept for it. */
  readonly enabled: boolean
  /** When it was disabled. */
  readonly disabledAt?: string
  /** `account`: it was switched off. `failing`: every attempt of days failed. */
  readonly disabledReason?: 'account' | 'failing'
  /** The first failed attempt after the last good one; absent when the last one was good. */
  readonly failingSince?: string
  /** The last good attempt. */
  readonly lastSucceededAt?: string
  /** State of its secret. */
  readonly secret: {
    /** When the secret that signs was made. */
    readonly createdAt: string
    /** When it took the place of another; absent: never. */
    readonly rotatedAt?: string
    /** Until when the one before signs too. */
    readonly overlapUntil?: string
  }
  /** When it was made. */
  readonly createdAt: string
  /** The secret, as the Standard Webhooks specification writes it. It is shown this once. */
  readonly webhookSecret: string
}

/** Where an account wants its events. Parts that do not apply are absent. */
export type Webhook = {
  /** Names the endpoint in paths. */
  readonly webhookId: string
  /** Where its events go. */
  readonly url: string
  /** What it is for. */
  readonly description: string
  /** The events that it gets, as far as the plan has them. */
  readonly events: readonly WebhookSubscription[]
  /** False while nothing is sent to it; events of that time are not kept for it. */
  readonly enabled: boolean
  /** When it was disabled. */
  readonly disabledAt?: string
  /** `account`: it was switched off. `failing`: every attempt of days failed. */
  readonly disabledReason?: 'account' | 'failing'
  /** The first failed attempt after the last good one; absent when the last one was good. */
  readonly failingSince?: string
  /** The last good attempt. */
  readonly lastSucceededAt?: string
  /** State of its secret. */
  readonly secret: {
    /** When the secret that signs was made. */
    readonly createdAt: string
    /** When it took the place of another; absent: never. */
    readonly rotatedAt?: string
    /** Until when the one before signs too. */
    readonly overlapUntil?: string
  }
  /** When it was made. */
  readonly createdAt: string
}

/** A scan that was cancelled, as it is now, or one that was removed, as it was. */
export type DeletedScan = {
  /** Names the scan in paths. */
  readonly scanId: string
  readonly status: ScanStatus
  /** The address as it was submitted. */
  readonly url: string
  /** When it was submitted. */
  readonly createdAt: string
  /** When it will probably end; lies ahead until it has. */
  readonly estimatedCompletionTime: string
  /** When work on it began. */
  readonly startedAt?: string
  /** When it ended, well or not. */
  readonly completedAt?: string
  /** How far it is. */
  readonly progress: {
    readonly stage: ScanStage
    /** How much is done; never falls. */
    readonly percent: number
    /** Place in the queue, from 1; present while it waits. */
    readonly queuePosition?: number
  }
  readonly source?: SourceIdentity
  /** The result is one of an earlier scan of the same revision. */
  readonly cached: boolean
  readonly results?: ScanResults
  readonly verdict?: Verdict
  readonly coverage?: Coverage
  /** Tools, resources and prompts that it offers to models, with what they can do; present once it has completed. */
  readonly tools?: readonly ScannedTool[]
  /** Why it failed; present when `status` is `failed`. */
  readonly error?: {
    readonly code: ScanFailureCode
    /** What went wrong and what to do, for people. */
    readonly message: string
  }
  /** The page of the scan, for people. Whoever has the address reads it; of private sources there is none. */
  readonly reportUrl: string
  /** The scan had ended and is gone now; otherwise it was cancelled and can still be read. */
  readonly removed: boolean
}

/** Where a scan is, in the order in which stages come. */
export type ScanStage = 'queued' | 'source' | 'components' | 'code' | 'advisories' | 'detectors' | 'finished'

/** What was scanned: an immutable revision and the digest of the bytes that were read. */
export type SourceIdentity = {
  /** What kind of project it is. */
  readonly type: 'folder' | 'git' | 'npm' | 'pypi'
  /** The page of this package or repository, without revision. */
  readonly canonicalUrl: string
  /** Package version or commit. */
  readonly revision: string
  /** Subresource-integrity string of the fetched archive, or of the files. */
  readonly digest: string
  /** The branch or tag by which the commit was found. */
  readonly ref?: string
  /** The folder of the repository to which the scan was limited. */
  readonly folder?: string
  /** No branch or tag of the repository reaches the commit: forks share objects, so it may be anybody's. */
  readonly unverifiedRevision?: true
  /** The source was read with credentials: nothing of it is shown to anybody else. */
  readonly isPrivate?: true
  /** The source was read from an address that is not public, which the operator opened: not everybody can read it. */
  readonly isInternal?: true
  /** What the package registry says of this version. */
  readonly package?: PackageFacts
}

/** What a package registry says of one version beside its files. */
export type PackageFacts = {
  /** The registry's signature over the version's digest. */
  readonly signature?: Verification
  /** The attestation that tells from which repository and commit the version was built. */
  readonly provenance?: {
    /** `absent`: there was nothing to check. `unreachable`: it could not be found out. */
    readonly state: 'verified' | 'invalid' | 'absent' | 'unreachable'
    /** By which key or identity, or why not; a sentence for people. */
    readonly detail: string
    /** As the attestation has it, present when it is verified. */
    readonly repository?: string
    /** As the attestation has it, present when it is verified. */
    readonly commit?: string
  }
  /** Why the maintainers advise against the version; also the reason of a yanked release. */
  readonly deprecated?: string
  /** A yanked release of the Python package index. */
  readonly yanked?: true
  /** Commands that an installation would run, by the name of the script; never run here. */
  readonly installScripts?: Readonly<Record<string, string>>
  /** In what the registry's manifest and the one inside of the archive contradict each other, as sentences. */
  readonly manifestDifferences?: readonly string[]
  /** How many versions of the package the registry has. */
  readonly versions?: number
  /** When the version was published. */
  readonly publishedAt?: string
}

/** What became of checking a signature or an attestation. */
export type Verification = {
  /** `absent`: there was nothing to check. `unreachable`: it could not be found out. */
  readonly state: 'verified' | 'invalid' | 'absent' | 'unreachable'
  /** By which key or identity, or why not; a sentence for people. */
  readonly detail: string
}

/** What a scan saw and what it did not. */
export type Coverage = {
  /** What each detector did. */
  readonly detectors: readonly DetectorCoverage[]
  /** Files of the project. */
  readonly files: {
    /** Files that were read. */
    readonly scanned: number
    /** Their size in bytes. */
    readonly bytes: number
    /** Files that were skipped for cause: each is a gap. */
    readonly skipped: readonly LeftOutFile[]
    /** Left out by design: links, pointers of Git LFS. No gap. */
    readonly notFollowed?: readonly LeftOutFile[]
  }
  /** How the source files were read; absent in results of versions that read none. */
  readonly code?: CodeCoverage
  /** Package versions that the project brings. */
  readonly components: {
    /** Package versions that the project brings, itself included. */
    readonly total: number
    /** How the versions were determined, for people. */
    readonly method: string
    /** When versions were looked up; absent where a lockfile named them. */
    readonly resolvedAt?: string
    /** Dependencies that could not be turned into components: each is a gap unless it says that it is none. */
    readonly unresolved: readonly UnresolvedDependency[]
    /** Lockfiles and manifests that are not what their names say. */
    readonly unreadable?: readonly LeftOutFile[]
  }
  /** State of the advisories for each ecosystem that the components belong to; one without data is absent. */
  readonly advisories: Readonly<Partial<Record<Ecosystem, AdvisoryDate>>>
  /** Advisories that name a component's package without saying up to which version: neither a finding nor cleared. */
  readonly undecidedAdvisories: number
  /** With what the findings were compared; present when a baseline was asked for. */
  readonly baseline?: {
    /** The commit or branch as submitted. */
    readonly requested: string
    /** The scan that was compared with; absent when there was none. */
    readonly scanId?: string
    /** The commit that it was of. */
    readonly revision?: string
    /** What that means, for people. */
    readonly message: string
  }
  /** How the code that parses files was kept apart from the service; `in-process` stands in results of versions that did not. */
  readonly isolation: IsolationInForce | 'in-process'
  /** Every reason for which the verdict is `partial`, as sentences for people. */
  readonly gaps: readonly string[]
}

/** What one detector did: how it ended, what it covered, what it cost. */
export type DetectorCoverage = {
  /** Which detector. */
  readonly id: string
  /** How it ended; `skipped` is left out as whoever scans asked, and no gap. */
  readonly status: 'succeeded' | 'partial' | 'failed' | 'timed-out' | 'skipped'
  /** Why it did not succeed. */
  readonly reason?: string
  /** Files that it looked at. */
  readonly files: number
  /** Their size in bytes. */
  readonly bytes: number
  /** How long it took, in milliseconds. */
  readonly durationMs: number
}

/** A file and why it was left out. */
export type LeftOutFile = {
  /** The file, from the root of the project. */
  readonly path: string
  /** Why it was left out. */
  readonly reason: string
}

/** How the source files of a project were read. */
export type CodeCoverage = {
  /** Source files of JavaScript, TypeScript and Python. */
  readonly files: number
  /** Their size in bytes. */
  readonly bytes: number
  /** Those whose content an earlier scan had read already, so that its result counted. */
  readonly known: number
  /** Source files that could not be read: together they are a gap. */
  readonly skipped: LeftOutFiles
  /** Files of tests, examples, documentation, templates and type declarations that could not be read. No gap. */
  readonly setAside: LeftOutFiles
  /** Packages whose code lies in bundles of the project, by what bundlers write beside it: it counts as theirs, and data is not followed through it. The first 300; absent where there are none. */
  readonly vendored?: readonly VendoredPackage[]
}

/** Files that were left out: how many, and the first of them by name. */
export type LeftOutFiles = {
  /** How many there are. */
  readonly total: number
  /** The first 100 of them. */
  readonly files: readonly LeftOutFile[]
}

/** A package whose code a bundle brings along. */
export type VendoredPackage = {
  /** Name of the package. */
  readonly package: string
  /** How much of its code there is. */
  readonly bytes: number
}

/** A dependency that is asked for and could not be turned into a component. */
export type UnresolvedDependency = {
  /** Name of the package that is asked for. */
  readonly name: string
  /** The range, tag or address as the manifest has it. */
  readonly requested: string
  /** `name@version` of the package that asks for it, or the name of the project that does. */
  readonly requiredBy: string
  /** Why it could not be resolved, for people. */
  readonly reason: string
  readonly ecosystem?: Ecosystem
  /** The file of the scanned project that asks for it, where one does. */
  readonly manifest?: string
  /** Present where nothing is missing that an installation brings: it is optional, or only for development. */
  readonly isGap?: false
}

/** State of one ecosystem's advisories at the time of a scan. */
export type AdvisoryDate = {
  /** When they were last brought up to date. */
  readonly syncedAt: string
  /** When the newest record changed that is not after `syncedAt`. */
  readonly newestModified?: string
  /** Records that could not be read, and so were not looked at. */
  readonly unreadable?: number
}

/** How the code that parses files is kept apart from the service. */
export type IsolationInForce = {
  /** Files of the project are parsed in processes that die with the scan, one scan each; where the system allows it, without a network. */
  readonly kind: 'child-process' | 'child-process-without-network'
  /** Each bound that was in force, for people. */
  readonly bounds: readonly string[]
}

/** Something that a server offers to models, as its code or a manifest declares it. */
export type ScannedTool = {
  /** What it is in the Model Context Protocol; `instructions` are what a server tells models of itself when they connect. */
  readonly kind: 'tool' | 'resource' | 'prompt' | 'instructions'
  /** Its name; of instructions the name of the server. */
  readonly name: string
  /** Its title, where it has one. */
  readonly title?: string
  /** What models are told of it; absent where the code puts it together while it runs. */
  readonly description?: string
  /** True where a part of its description is only known while the code runs; `…` stands for it. */
  readonly isDynamic?: boolean
  /** Of a prompt: the texts that it hands to models, as far as they are constant. */
  readonly template?: string
  /** The file that declares it. */
  readonly path: string
  /** The line there, from 1. */
  readonly line: number
  /** Parameters that its schema names. */
  readonly parameters: readonly ToolParameter[]
  /** True where it says that it takes parameters beyond those that its schema names. */
  readonly isOpen?: boolean
  /** What the server claims of it, such as `readOnlyHint`. */
  readonly annotations: Readonly<Record<string, boolean>>
  /** Other places that declare one of the same kind and name, with another description. */
  readonly alsoDeclared?: readonly {
    /** The file. */
    readonly path: string
    /** The line there, from 1. */
    readonly line: number
    /** What models are told there. */
    readonly description: string
  }[]
  /** What it can do. */
  readonly capabilities: readonly Capability[]
  /** Of these, what the functions that run for it do themselves, or those that they call directly. */
  readonly ownCapabilities?: readonly Capability[]
  /** SHA-256 of its canonical definition: the same as long as models are told the same of it, in whichever file that stands. Absent in scans from before it was there. */
  readonly definitionHash?: string
}

/** A parameter of a tool or prompt, as far as its schema could be read. */
export type ToolParameter = {
  /** Its name. */
  readonly name: string
  /** What models are told of it. */
  readonly description?: string
  /** Its type, as the schema or the hint names it. */
  readonly type?: string
  /** Whether it has to be sent; absent where that was not told. */
  readonly required?: boolean
  /** The only values that it may have. */
  readonly enum?: readonly string[]
  /** The text that it has where none is sent. */
  readonly default?: string
  /** True where a part of its description is only known while the code runs; `…` stands for it. */
  readonly isDynamic?: boolean
}

/** What the code that runs for a tool can do, whatever it is handed. */
export type Capability = 'executes-commands' | 'reads-files' | 'writes-files' | 'network-egress' | 'reads-secrets' | 'destructive'

/** A scan with everything that is known of it so far; parts that do not apply yet are absent. */
export type Scan = {
  /** Names the scan in paths. */
  readonly scanId: string
  readonly status: ScanStatus
  /** The address as it was submitted. */
  readonly url: string
  /** When it was submitted. */
  readonly createdAt: string
  /** When it will probably end; lies ahead until it has. */
  readonly estimatedCompletionTime: string
  /** When work on it began. */
  readonly startedAt?: string
  /** When it ended, well or not. */
  readonly completedAt?: string
  /** How far it is. */
  readonly progress: {
    readonly stage: ScanStage
    /** How much is done; never falls. */
    readonly percent: number
    /** Place in the queue, from 1; present while it waits. */
    readonly queuePosition?: number
  }
  readonly source?: SourceIdentity
  /** The result is one of an earlier scan of the same revision. */
  readonly cached: boolean
  readonly results?: ScanResults
  readonly verdict?: Verdict
  readonly coverage?: Coverage
  /** Tools, resources and prompts that it offers to models, with what they can do; present once it has completed. */
  readonly tools?: readonly ScannedTool[]
  /** Why it failed; present when `status` is `failed`. */
  readonly error?: {
    readonly code: ScanFailureCode
    /** What went wrong and what to do, for people. */
    readonly message: string
  }
  /** The page of the scan, for people. Whoever has the address reads it; of private sources there is none. */
  readonly reportUrl: string
}

/** An account as a key of it sees it. */
export type Account = {
  /** Name of the account. */
  readonly name: string
  readonly plan: Plan
  /** When it was made. */
  readonly createdAt: string
  /** Of the calling key. */
  readonly permissions: readonly Permission[]
  /** The calling key. */
  readonly key: {
    /** Names the key in paths. */
    readonly keyId: string
    /** The public eight characters of the key. */
    readonly prefix: string
    /** When it stops to work; absent: never. */
    readonly expiresAt?: string
  }
  /** Both windows, with this request. */
  readonly rateLimits: {
    /** Of 15 minutes. */
    readonly quarterHour: {
      /** Requests that the window has. */
      readonly limit: number
      /** With this request, and with up to a hundredth of the limit that is set aside for requests to come. */
      readonly used: number
      /** Requests that are left. */
      readonly remaining: number
      /** When the window ends, in seconds of the epoch. */
      readonly reset: number
    }
    /** Of a day in UTC. */
    readonly day: {
      /** Requests that the window has. */
      readonly limit: number
      /** With this request, and with up to a hundredth of the limit that is set aside for requests to come. */
      readonly used: number
      /** Requests that are left. */
      readonly remaining: number
      /** When the window ends, in seconds of the epoch. */
      readonly reset: number
    }
  }
  /** What the account has used. */
  readonly usage: {
    /** Scans of the account. */
    readonly scans: {
      /** All that there are. */
      readonly total: number
      /** Waiting or running. */
      readonly unfinished: number
      /** Submitted since midnight in UTC. */
      readonly today: number
    }
    /** Keys that work. */
    readonly keys: number
  }
  /** State of the secret that signs what goes to the `webhook` of a submitted scan. */
  readonly webhookSecret: {
    /** When the secret that signs was made. */
    readonly createdAt: string
    /** When it took the place of another; absent: never. */
    readonly rotatedAt?: string
    /** Until when the one before signs too. */
    readonly overlapUntil?: string
  }
  /** State of the webhook endpoints. */
  readonly webhooks: {
    /** Endpoints of the account. */
    readonly endpoints: number
    /** Those to which nothing is sent, the last one first. */
    readonly disabled: readonly {
      /** Names the endpoint in paths. */
      readonly webhookId: string
      /** When it was disabled. */
      readonly disabledAt: string
      /** `account`: it was switched off. `failing`: every attempt of days failed. */
      readonly disabledReason: 'account' | 'failing'
    }[]
  }
}

/** What the account has subscribed to; it sets the rate limits. */
export type Plan = 'free' | 'pro' | 'team' | 'enterprise'

/** A delivery with the body that is sent. */
export type DeliveryWithBody = {
  /** Names the delivery in paths. */
  readonly deliveryId: string
  /** The event: the same for every attempt and every receiver, also in the header `webhook-id`. */
  readonly eventId: string
  /** What happened: one of the names that `list-webhook-events` answers, or one that another version of this service knew. */
  readonly event: string
  readonly status: DeliveryStatus
  /** Attempts that have ended. */
  readonly attemptCount: number
  /** The last of them, the first of these first. */
  readonly attempts: readonly DeliveryAttempt[]
  /** When the next attempt is due; absent when there is none. */
  readonly nextAttemptAt?: string
  /** When the event was addressed to the receiver. */
  readonly createdAt: string
  /** When it was delivered, or failed for good. */
  readonly endedAt?: string
  /** The bytes that are signed and sent, as UTF-8: the envelope of the event as JSON. */
  readonly body: string
}

/** One attempt to deliver an event. */
export type DeliveryAttempt = {
  /** From 0; it goes on counting when the event is sent again. */
  readonly number: number
  /** When it began. */
  readonly startedAt: string
  /** How long it took. */
  readonly durationMs: number
  /** The status with which the receiver answered; absent when it did not. */
  readonly status?: number
  /** Why it counts as failed, for people; absent when it went well. */
  readonly failure?: string
  /** The beginning of what the receiver answered: at most 1 KiB. */
  readonly responseHead?: string
}

/** An event on its way to one receiver; parts that do not apply are absent. */
export type Delivery = {
  /** Names the delivery in paths. */
  readonly deliveryId: string
  /** The event: the same for every attempt and every receiver, also in the header `webhook-id`. */
  readonly eventId: string
  /** What happened: one of the names that `list-webhook-events` answers, or one that another version of this service knew. */
  readonly event: string
  readonly status: DeliveryStatus
  /** Attempts that have ended. */
  readonly attemptCount: number
  /** The last of them, the first of these first. */
  readonly attempts: readonly DeliveryAttempt[]
  /** When the next attempt is due; absent when there is none. */
  readonly nextAttemptAt?: string
  /** When the event was addressed to the receiver. */
  readonly createdAt: string
  /** When it was delivered, or failed for good. */
  readonly endedAt?: string
}

/** A scan in a list: the scan itself tells more. */
export type ListedScan = {
  /** Names the scan in paths. */
  readonly scanId: string
  readonly status: ScanStatus
  /** The address as it was submitted. */
  readonly url: string
  /** When it was submitted. */
  readonly createdAt: string
  /** When it will probably end; lies ahead until it has. */
  readonly estimatedCompletionTime: string
  /** What kind of address was submitted. */
  readonly sourceType: 'git' | 'npm' | 'pypi'
  /** When work on it began. */
  readonly startedAt?: string
  /** When it ended, well or not. */
  readonly completedAt?: string
  /** The result is one of an earlier scan of the same revision. */
  readonly cached: boolean
  readonly results?: ScanResults
  readonly verdict?: Verdict
  /** Why it failed; present when `status` is `failed`. */
  readonly error?: {
    readonly code: ScanFailureCode
    /** What went wrong and what to do, for people. */
    readonly message: string
  }
  /** What was scanned, in short. */
  readonly source?: {
    /** What kind of project it is. */
    readonly type: 'folder' | 'git' | 'npm' | 'pypi'
    /** The page of this package or repository, without revision. */
    readonly canonicalUrl: string
    /** Package version or commit. */
    readonly revision: string
    /** The branch or tag by which the commit was found. */
    readonly ref?: string
  }
}

/** A server of which the account wants to hear. */
export type Watch = {
  /** Names the server. */
  readonly slug: string
  /** Since when it is watched. */
  readonly createdAt: string
}

/** A kind of event that receivers are told of. */
export type WebhookEventType = {
  readonly name: WebhookEventName
  /** When it is sent. */
  readonly summary: string
  /** What a receiver should know beside that. */
  readonly description: string
  /** The plans whose accounts may have it. */
  readonly plans: readonly Plan[]
  /** What is sent, as JSON Schema 2020-12. Further fields may be added. */
  readonly schema: Readonly<Record<string, unknown>>
  /** What is sent, for example. */
  readonly example: Readonly<Record<string, unknown>>
}

/** A secret that took the place of another. */
export type RotatedSecret = {
  /** The secret, as the Standard Webhooks specification writes it. It is shown this once. */
  readonly webhookSecret: string
  /** When it took effect. */
  readonly rotatedAt: string
  /** Until when the old secret signs too. */
  readonly overlapUntil?: string
}

/** What `createKey` takes. */
export interface CreateKeyInput {
  /** What the key is for, such as the pipeline that uses it. */
  readonly name: string
  /** What it may do; none that the calling key lacks. */
  readonly permissions?: readonly Permission[]
  /** At most when the key that makes it expires, which is also what holds when it is absent. */
  readonly expiresAt?: string
}

/** What `listKeys` takes. */
export interface ListKeysInput {
  /** Which page, from 1. A page past the end is empty. */
  readonly page?: number
  /** Elements of a page. */
  readonly limit?: number
}

/** What `createScan` takes. */
export interface CreateScanInput {
  /** A name of your own for this request, such as a UUID: sent again within 24 hours it gets the same answer and does nothing anew. */
  readonly idempotencyKey?: string
  /** The https address of a repository, or of a package page as a browser shows it. */
  readonly url: string
  /** Branch, tag or commit of a git repository; absent: the default branch. */
  readonly branch?: string
  /** The https address that gets the events of this scan. Keys of workflows give none: what is sent is signed with the secret of the account. */
  readonly webhook?: string
  /** The verdict is `fail` when an open finding is at least as severe. */
  readonly failOn?: Severity
  /** Commit or branch of a git repository, compared with the last completed scan of it in this account: findings that it has too are `existing`, and only the others fail. Without such a scan all are `new`, and `coverage.baseline` says so. */
  readonly baseline?: string
  /** Scan anew even where a result of the same revision could be reused. */
  readonly force?: boolean
}

/** What `createWebhook` takes. */
export interface CreateWebhookInput {
  /** The https address that gets the events. It has to be public. */
  readonly url: string
  /** What it is for. */
  readonly description?: string
  /** The events that it gets; `*` for every event that the plan has. */
  readonly events?: readonly WebhookSubscription[]
}

/** What `listWebhooks` takes. */
export interface ListWebhooksInput {
  /** Which page, from 1. A page past the end is empty. */
  readonly page?: number
  /** Elements of a page. */
  readonly limit?: number
}

/** What `deleteKey` takes. */
export interface DeleteKeyInput {
  /** The id of the key, which is no part of the key itself. */
  readonly keyId: string
}

/** What `deleteScan` takes. */
export interface DeleteScanInput {
  /** The id that the submission answered. */
  readonly scanId: string
}

/** What `getScan` takes. */
export interface GetScanInput {
  /** The id that the submission answered. */
  readonly scanId: string
  /** How many seconds to wait for another status; absent: none. */
  readonly wait?: number
}

/** What `deleteWebhook` takes. */
export interface DeleteWebhookInput {
  /** The id of the endpoint. */
  readonly webhookId: string
}

/** What `getWebhook` takes. */
export interface GetWebhookInput {
  /** The id of the endpoint. */
  readonly webhookId: string
}

/** What `updateWebhook` takes. */
export interface UpdateWebhookInput {
  /** The id of the endpoint. */
  readonly webhookId: string
  /** The https address that gets the events. It has to be public. */
  readonly url?: string
  /** What it is for. */
  readonly description?: string
  /** The events that it gets; `*` for every event that the plan has. */
  readonly events?: readonly WebhookSubscription[]
  /** False switches it off. True enables it again, whatever disabled it, and it begins anew: earlier failures do not count. */
  readonly enabled?: boolean
}

/** What `exchangeGithubOidc` takes. */
export interface ExchangeGithubOidcInput {
  /** The token as GitHub issued it, no more than 15 minutes ago. */
  readonly token: string
}

/** What `getScanSarif` takes. */
export interface GetScanSarifInput {
  /** The id that the submission answered. */
  readonly scanId: string
}

/** What `getScanSbom` takes. */
export interface GetScanSbomInput {
  /** The id that the submission answered. */
  readonly scanId: string
}

/** What `getWebhookDelivery` takes. */
export interface GetWebhookDeliveryInput {
  /** The id of the endpoint. */
  readonly webhookId: string
  /** The id of the delivery. */
  readonly deliveryId: string
}

/** What `listScanDeliveries` takes. */
export interface ListScanDeliveriesInput {
  /** The id that the submission answered. */
  readonly scanId: string
  /** Which page, from 1. A page past the end is empty. */
  readonly page?: number
  /** Elements of a page. */
  readonly limit?: number
  /** Only deliveries with this status. */
  readonly status?: DeliveryStatus
  /** Only deliveries of this event. */
  readonly event?: WebhookEventName
}

/** What `listScanVulnerabilities` takes. */
export interface ListScanVulnerabilitiesInput {
  /** The id that the submission answered. */
  readonly scanId: string
  /** Which page, from 1. A page past the end is empty. */
  readonly page?: number
  /** Elements of a page. */
  readonly limit?: number
  /** Only findings of this severity. */
  readonly severity?: Severity
  /** Only findings of this category. */
  readonly category?: Category
  /** Only findings in this state; absent: the open ones. */
  readonly state?: FindingState
}

/** What `listScans` takes. */
export interface ListScansInput {
  /** Which page, from 1. A page past the end is empty. */
  readonly page?: number
  /** Elements of a page. */
  readonly limit?: number
  /** Only scans with this status. */
  readonly status?: ScanStatus
  /** Only scans of this kind of project. */
  readonly sourceType?: 'git' | 'npm' | 'pypi'
  /** Only scans that were submitted with this address. */
  readonly url?: string
  /** Only scans of the project with this page. */
  readonly canonicalUrl?: string
}

/** What `listWatches` takes. */
export interface ListWatchesInput {
  /** Which page, from 1. A page past the end is empty. */
  readonly page?: number
  /** Elements of a page. */
  readonly limit?: number
}

/** What `listWebhookDeliveries` takes. */
export interface ListWebhookDeliveriesInput {
  /** The id of the endpoint. */
  readonly webhookId: string
  /** Which page, from 1. A page past the end is empty. */
  readonly page?: number
  /** Elements of a page. */
  readonly limit?: number
  /** Only deliveries with this status. */
  readonly status?: DeliveryStatus
  /** Only deliveries of this event. */
  readonly event?: WebhookEventName
}

/** What `pingWebhook` takes. */
export interface PingWebhookInput {
  /** The id of the endpoint. */
  readonly webhookId: string
}

/** What `recoverWebhook` takes. */
export interface RecoverWebhookInput {
  /** The id of the endpoint. */
  readonly webhookId: string
  /** Deliveries that failed for good since then are sent again; absent: since the endpoint began to fail. */
  readonly since?: string
}

/** What `redeliverWebhookDelivery` takes. */
export interface RedeliverWebhookDeliveryInput {
  /** The id of the endpoint. */
  readonly webhookId: string
  /** The id of the delivery. */
  readonly deliveryId: string
}

/** What `rotateEndpointSecret` takes. */
export interface RotateEndpointSecretInput {
  /** The id of the endpoint. */
  readonly webhookId: string
  /** For how long the old secret signs too; a day when absent, 0 ends it at once. */
  readonly overlapSeconds?: number
}

/** What `rotateKey` takes. */
export interface RotateKeyInput {
  /** The id of the key, which is no part of the key itself. */
  readonly keyId: string
  /** For how long the old key goes on to work; 0 ends it at once. */
  readonly overlapSeconds?: number
  /** Of the new key: at most when the calling key expires, which is also what holds when it is absent. */
  readonly expiresAt?: string
}

/** What `rotateWebhookSecret` takes. */
export interface RotateWebhookSecretInput {
  /** For how long the old secret signs too; a day when absent, 0 ends it at once. */
  readonly overlapSeconds?: number
}

/** What `streamScanEvents` takes. */
export interface StreamScanEventsInput {
  /** The id that the submission answered. */
  readonly scanId: string
  /** The id of the last event that was heard; the stream goes on behind it. */
  readonly lastEventId?: string
}

/** What `unwatchServer` takes. */
export interface UnwatchServerInput {
  /** Names the server, such as `npm-NAME`, `pypi-NAME` or `github-OWNER-REPOSITORY`. */
  readonly slug: string
}

/** What `watchServer` takes. */
export interface WatchServerInput {
  /** Names the server, such as `npm-NAME`, `pypi-NAME` or `github-OWNER-REPOSITORY`. */
  readonly slug: string
}

/** A method for each endpoint of the API. */
export class AssayEndpoints extends Transport {
  /**
   * Make an API key. The key gets permissions that the calling key has itself, never `account:write`, and expires no later than it. The whole key stands in this answer and nowhere else.
   *
   * Needs the permission `account:write`.
   */
  createKey(input: CreateKeyInput, options?: CallOptions): Promise<NewApiKey> {
    return this.call({ method: 'POST', path: '/api/v1/keys', parts: { name: 'body', permissions: 'body', expiresAt: 'body' }, answer: 'data' }, input, options)
  }

  /**
   * List the API keys. Newest first, with those that have expired or were revoked. Secrets are not known any more and never listed.
   *
   * Needs the permission `account:write`.
   */
  listKeys(input: ListKeysInput = {}, options?: CallOptions): Promise<{
    /** Newest first. */
    readonly keys: readonly ApiKey[]
    readonly pagination: Pagination
  }> {
    return this.call({ method: 'GET', path: '/api/v1/keys', parts: { page: 'query', limit: 'query' }, answer: 'data' }, input, options)
  }

  /**
   * Submit a project for scanning. Takes the address of a repository or of a package page. The scan is put in a queue: the answer comes at once, `Location` names the scan, and its status says when it is done. Ask every 5 to 10 seconds, or give a `webhook`.
   *
   * Needs the permission `scans:write`.
   */
  createScan(input: CreateScanInput, options?: CallOptions): Promise<SubmittedScan> {
    return this.call({ method: 'POST', path: '/api/v1/scans/url', parts: { idempotencyKey: 'header Idempotency-Key', url: 'body', branch: 'body', webhook: 'body', failOn: 'body', baseline: 'body', force: 'body' }, answer: 'data' }, input, options)
  }

  /**
   * Make a webhook endpoint. Events of the whole account go to the address from now on, signed with a secret of its own. The secret stands in this answer and nowhere else. The address is judged as at every delivery: https, and no address of a private network.
   *
   * Needs the permission `webhooks:write`.
   */
  createWebhook(input: CreateWebhookInput, options?: CallOptions): Promise<NewWebhook> {
    return this.call({ method: 'POST', path: '/api/v1/webhooks', parts: { url: 'body', description: 'body', events: 'body' }, answer: 'data' }, input, options)
  }

  /**
   * List the webhook endpoints. Newest first, with those that are disabled, and without secrets.
   *
   * Needs the permission `webhooks:write`.
   */
  listWebhooks(input: ListWebhooksInput = {}, options?: CallOptions): Promise<{
    /** Newest first. */
    readonly webhooks: readonly Webhook[]
    readonly pagination: Pagination
  }> {
    return this.call({ method: 'GET', path: '/api/v1/webhooks', parts: { page: 'query', limit: 'query' }, answer: 'data' }, input, options)
  }

  /** Revoke an API key. The key stops to work at once, everywhere. Every key may revoke itself; other keys of the account need the permission `account:write`. A key that was revoked before keeps its date. */
  deleteKey(input: DeleteKeyInput, options?: CallOptions): Promise<ApiKey> {
    return this.call({ method: 'DELETE', path: '/api/v1/keys/{keyId}', parts: { keyId: 'path' }, answer: 'data' }, input, options)
  }

  /**
   * Cancel or remove a scan. A scan that waits or runs is cancelled: it ends at once as `failed` with the code `CANCELLED`, which is announced like any other end, and stays to be read. A scan that has ended is removed with its findings, and is unknown from then on. `removed` says which of the two was done.
   *
   * Needs the permission `scans:write`.
   */
  deleteScan(input: DeleteScanInput, options?: CallOptions): Promise<DeletedScan> {
    return this.call({ method: 'DELETE', path: '/api/v1/scans/{scanId}', parts: { scanId: 'path' }, answer: 'data' }, input, options)
  }

  /**
   * Read the status of a scan. Status and progress while it runs, results and verdict once it has completed, the error when it failed. What was not seen stands in `coverage`. With `wait` the answer comes as soon as the status changes, at the latest after so many seconds.
   *
   * Needs the permission `scans:read`.
   */
  getScan(input: GetScanInput, options?: CallOptions): Promise<Scan> {
    return this.call({ method: 'GET', path: '/api/v1/scans/{scanId}', parts: { scanId: 'path', wait: 'query' }, answer: 'data' }, input, options)
  }

  /**
   * Delete a webhook endpoint. Nothing is sent to it any more, and the log of its deliveries goes with it. The answer shows it as it was. To keep both, disable it instead.
   *
   * Needs the permission `webhooks:write`.
   */
  deleteWebhook(input: DeleteWebhookInput, options?: CallOptions): Promise<Webhook> {
    return this.call({ method: 'DELETE', path: '/api/v1/webhooks/{webhookId}', parts: { webhookId: 'path' }, answer: 'data' }, input, options)
  }

  /**
   * Read a webhook endpoint. Address, events, and whether it hears: since when it fails, or why it was disabled.
   *
   * Needs the permission `webhooks:write`.
   */
  getWebhook(input: GetWebhookInput, options?: CallOptions): Promise<Webhook> {
    return this.call({ method: 'GET', path: '/api/v1/webhooks/{webhookId}', parts: { webhookId: 'path' }, answer: 'data' }, input, options)
  }

  /**
   * Change a webhook endpoint. What is absent stays. Deliveries that still wait go to the new address. Events of the time in which it was disabled are not sent later; those that had failed before can be: see `recover`.
   *
   * Needs the permission `webhooks:write`.
   */
  updateWebhook(input: UpdateWebhookInput, options?: CallOptions): Promise<Webhook> {
    return this.call({ method: 'PATCH', path: '/api/v1/webhooks/{webhookId}', parts: { webhookId: 'path', url: 'body', description: 'body', events: 'body', enabled: 'body' }, answer: 'data' }, input, options)
  }

  /** Get a key for a GitHub workflow. Takes the OpenID Connect token that GitHub issues to a run of a workflow, with the address of this service as its audience, and answers a key of an hour. The GitHub App has to be installed in the repository, and the workflow to run on push, pull_request, merge_group, schedule, workflow_dispatch or release. The key submits this repository or an address that anybody may read, without a `webhook`, and reads what it submitted itself; all workflows of a repository together may make a quarter of the requests of its account. A token is taken once. */
  exchangeGithubOidc(input: ExchangeGithubOidcInput, options?: CallOptions): Promise<NewApiKey> {
    return this.call({ method: 'POST', path: '/api/v1/auth/github-oidc', parts: { token: 'body' }, answer: 'data' }, input, options)
  }

  /** Read the account. Plan, what the calling key may do, both rate limit windows, usage, and the state of the webhook secret. Every key may ask. */
  getAccount(options?: CallOptions): Promise<Account> {
    return this.call({ method: 'GET', path: '/api/v1/account', parts: {}, answer: 'data' }, {}, options)
  }

  /**
   * Download the findings as SARIF. SARIF 2.1.0, as code scanning and editors read it. Findings that were set aside are marked as suppressed.
   *
   * Needs the permission `scans:read`.
   */
  getScanSarif(input: GetScanSarifInput, options?: CallOptions): Promise<Readonly<Record<string, unknown>>> {
    return this.call({ method: 'GET', path: '/api/v1/scans/{scanId}/sarif', parts: { scanId: 'path' }, answer: 'document' }, input, options)
  }

  /**
   * Download the components as CycloneDX. CycloneDX 1.6: every package version that the project brings, the flaws of each, and what was decided about them (VEX).
   *
   * Needs the permission `scans:read`.
   */
  getScanSbom(input: GetScanSbomInput, options?: CallOptions): Promise<Readonly<Record<string, unknown>>> {
    return this.call({ method: 'GET', path: '/api/v1/scans/{scanId}/sbom', parts: { scanId: 'path' }, answer: 'document' }, input, options)
  }

  /**
   * Read a delivery. With its last 100 attempts and the body that is sent.
   *
   * Needs the permission `webhooks:write`.
   */
  getWebhookDelivery(input: GetWebhookDeliveryInput, options?: CallOptions): Promise<DeliveryWithBody> {
    return this.call({ method: 'GET', path: '/api/v1/webhooks/{webhookId}/deliveries/{deliveryId}', parts: { webhookId: 'path', deliveryId: 'path' }, answer: 'data' }, input, options)
  }

  /**
   * List the deliveries to the webhook of a scan. What was sent to the `webhook` of the submission, newest first, each with its last 10 attempts. The address is not repeated. What goes to endpoints of the account stands in their own log.
   *
   * Needs the permission `scans:read`.
   */
  listScanDeliveries(input: ListScanDeliveriesInput, options?: CallOptions): Promise<{
    /** Newest first. */
    readonly deliveries: readonly Delivery[]
    readonly pagination: Pagination
  }> {
    return this.call({ method: 'GET', path: '/api/v1/scans/{scanId}/deliveries', parts: { scanId: 'path', page: 'query', limit: 'query', status: 'query', event: 'query' }, answer: 'data' }, input, options)
  }

  /**
   * List the findings of a scan. Worst first. Open findings (new and existing) unless `state` asks for others; the totals agree with the counts of the scan's results.
   *
   * Needs the permission `scans:read`.
   */
  listScanVulnerabilities(input: ListScanVulnerabilitiesInput, options?: CallOptions): Promise<{
    /** Worst first. */
    readonly vulnerabilities: readonly Finding[]
    readonly pagination: Pagination
  }> {
    return this.call({ method: 'GET', path: '/api/v1/scans/{scanId}/vulnerabilities', parts: { scanId: 'path', page: 'query', limit: 'query', severity: 'query', category: 'query', state: 'query' }, answer: 'data' }, input, options)
  }

  /**
   * List the scans of the account. Newest first. `url` and `canonicalUrl` are compared as a whole: with what was submitted, and with the page that a scan found behind it.
   *
   * Needs the permission `scans:read`.
   */
  listScans(input: ListScansInput = {}, options?: CallOptions): Promise<{
    /** Newest first. */
    readonly scans: readonly ListedScan[]
    readonly pagination: Pagination
  }> {
    return this.call({ method: 'GET', path: '/api/v1/scans', parts: { page: 'query', limit: 'query', status: 'query', sourceType: 'query', url: 'query', canonicalUrl: 'query' }, answer: 'data' }, input, options)
  }

  /**
   * List the watched servers. The one that was added last comes first. A server stands here whether or not the registry has it.
   *
   * Needs the permission `scans:read`.
   */
  listWatches(input: ListWatchesInput = {}, options?: CallOptions): Promise<{
    /** Newest first. */
    readonly watches: readonly Watch[]
    readonly pagination: Pagination
  }> {
    return this.call({ method: 'GET', path: '/api/v1/account/watches', parts: { page: 'query', limit: 'query' }, answer: 'data' }, input, options)
  }

  /**
   * List the deliveries to a webhook endpoint. Newest first, each with its last 10 attempts. They are kept for 30 days.
   *
   * Needs the permission `webhooks:write`.
   */
  listWebhookDeliveries(input: ListWebhookDeliveriesInput, options?: CallOptions): Promise<{
    /** Newest first. */
    readonly deliveries: readonly Delivery[]
    readonly pagination: Pagination
  }> {
    return this.call({ method: 'GET', path: '/api/v1/webhooks/{webhookId}/deliveries', parts: { webhookId: 'path', page: 'query', limit: 'query', status: 'query', event: 'query' }, answer: 'data' }, input, options)
  }

  /** List the events. Every event that there is, with the plans that have it, its JSON Schema and an example. Every key may ask. */
  listWebhookEvents(options?: CallOptions): Promise<{
    /** Sorted by name. */
    readonly events: readonly WebhookEventType[]
  }> {
    return this.call({ method: 'GET', path: '/api/v1/webhooks/events', parts: {}, answer: 'data' }, {}, options)
  }

  /**
   * Test a webhook endpoint. Sends the event `ping`, signed and delivered like every other one, whatever the endpoint has subscribed to. The delivery tells what came of it.
   *
   * Needs the permission `webhooks:write`.
   */
  pingWebhook(input: PingWebhookInput, options?: CallOptions): Promise<{
    /** Names the delivery in paths. */
    readonly deliveryId: string
    /** The event: the same for every attempt and every receiver, also in the header `webhook-id`. */
    readonly eventId: string
  }> {
    return this.call({ method: 'POST', path: '/api/v1/webhooks/{webhookId}/ping', parts: { webhookId: 'path' }, answer: 'data' }, input, options)
  }

  /**
   * Send again what a webhook endpoint has missed. For a receiver that is well again, in one call: an endpoint that was disabled because it failed is enabled, and whatever failed for good is sent again with the same ids, now, and with the whole schedule of attempts. An endpoint that the account itself switched off stays off.
   *
   * Needs the permission `webhooks:write`.
   */
  recoverWebhook(input: RecoverWebhookInput, options?: CallOptions): Promise<{
    /** Deliveries that are sent again. */
    readonly count: number
    /** Since when they had failed. */
    readonly since: string
  }> {
    return this.call({ method: 'POST', path: '/api/v1/webhooks/{webhookId}/recover', parts: { webhookId: 'path', since: 'body' }, answer: 'data' }, input, options)
  }

  /**
   * Deliver an event again. The same event with the same id and the same body, now, and with the whole schedule of attempts; also one that was delivered. A delivery that still waits is left alone.
   *
   * Needs the permission `webhooks:write`.
   */
  redeliverWebhookDelivery(input: RedeliverWebhookDeliveryInput, options?: CallOptions): Promise<Delivery> {
    return this.call({ method: 'POST', path: '/api/v1/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver', parts: { webhookId: 'path', deliveryId: 'path' }, answer: 'data' }, input, options)
  }

  /**
   * Replace the secret of a webhook endpoint. The new secret stands in this answer and nowhere else. While the overlap lasts, `X-Scanner-Signature` is made with the old secret and the Standard Webhooks headers carry both signatures. During an overlap there is no other one, but `overlapSeconds` 0 ends it at once.
   *
   * Needs the permission `webhooks:write`.
   */
  rotateEndpointSecret(input: RotateEndpointSecretInput, options?: CallOptions): Promise<RotatedSecret> {
    return this.call({ method: 'POST', path: '/api/v1/webhooks/{webhookId}/secret/rotate', parts: { webhookId: 'path', overlapSeconds: 'body' }, answer: 'data' }, input, options)
  }

  /**
   * Replace an API key. The new key has the name and the permissions of the old one and works at once; the old one works until the overlap ends. Keys with `account:write` are not rotated this way, since no key passes that on.
   *
   * Needs the permission `account:write`.
   */
  rotateKey(input: RotateKeyInput, options?: CallOptions): Promise<{
    /** Names the key in paths. */
    readonly keyId: string
    /** What the key is for. */
    readonly name: string
    /** The public eight characters of the key, safe to log. */
    readonly prefix: string
    /** What the key may do. */
    readonly permissions: readonly Permission[]
    /** When it was made. */
    readonly createdAt: string
    /** When it stops to work; absent: never. */
    readonly expiresAt?: string
    /** To the minute. */
    readonly lastUsedAt?: string
    /** When it was revoked. */
    readonly revokedAt?: string
    /** The key that a rotation made in its place. */
    readonly replacedBy?: string
    /** The whole key. It is shown this once. */
    readonly key: string
    /** The key that it stands in for. */
    readonly replaced: ApiKey
  }> {
    return this.call({ method: 'POST', path: '/api/v1/keys/{keyId}/rotate', parts: { keyId: 'path', overlapSeconds: 'body', expiresAt: 'body' }, answer: 'data' }, input, options)
  }

  /**
   * Replace the webhook secret. The account's secret signs what goes to the `webhook` of a submitted scan; an endpoint has one of its own. The new secret stands in this answer and nowhere else. While the overlap lasts, `X-Scanner-Signature` is made with the old secret and the Standard Webhooks headers carry both signatures. During an overlap there is no other one, but `overlapSeconds` 0 ends it at once.
   *
   * Needs the permission `webhooks:write`.
   */
  rotateWebhookSecret(input: RotateWebhookSecretInput = {}, options?: CallOptions): Promise<RotatedSecret> {
    return this.call({ method: 'POST', path: '/api/v1/webhooks/secret/rotate', parts: { overlapSeconds: 'body' }, answer: 'data' }, input, options)
  }

  /**
   * Watch a scan. Server-sent events: `progress` with `stage` and `percent`, `finding` with a finding as the list shows it, and `end` with `status`, `verdict`, `results` or `error`. Findings come when the scan has completed. `Last-Event-ID` resumes where a stream ended, also after the scan has; whoever has heard everything is answered 204. An account may have 10 streams, each for 15 minutes; a stream costs no request.
   *
   * Needs the permission `scans:read`.
   */
  streamScanEvents(input: StreamScanEventsInput, options?: CallOptions): Promise<Response> {
    return this.call({ method: 'GET', path: '/api/v1/scans/{scanId}/events', parts: { scanId: 'path', lastEventId: 'header Last-Event-ID' }, answer: 'response' }, input, options)
  }

  /**
   * Stop watching a server. Events of a server that the account has scanned itself still come. The answer shows the watch as it was.
   *
   * Needs the permission `webhooks:write`.
   */
  unwatchServer(input: UnwatchServerInput, options?: CallOptions): Promise<Watch> {
    return this.call({ method: 'DELETE', path: '/api/v1/servers/{slug}/watch', parts: { slug: 'path' }, answer: 'data' }, input, options)
  }

  /**
   * Watch a server. The events `server.grade_changed`, `server.tools_changed` and `advisory.matched` of the server go to the endpoints of the account. The registry need not have the server yet: its events come once it does. Done twice it changes nothing.
   *
   * Needs the permission `webhooks:write`.
   */
  watchServer(input: WatchServerInput, options?: CallOptions): Promise<Watch> {
    return this.call({ method: 'PUT', path: '/api/v1/servers/{slug}/watch', parts: { slug: 'path' }, answer: 'data' }, input, options)
  }
}
