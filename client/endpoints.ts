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

/** The letter for a score: A+ from 95, A from 85, B from 70, C from 55, D from 40, else F. */
export type Grade = 'A+' | 'A' | 'B' | 'C' | 'D' | 'F'

/** Kind of the source that the score is of. */
export type ServerSourceType = 'git' | 'npm' | 'pypi'

/** `deprecated`: whoever publishes it advises against it. `archived`: its repository is read-only. `removed`: it can no longer be had. */
export type ServerStatus = 'active' | 'deprecated' | 'archived' | 'removed'

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

/** `fail`: an open finding is at least as severe as `failOn`. With a baseline, only new findings count, and the verdict is also `fail` if the change makes something unreadable that the baseline could read. `partial`: something could not be analyzed. Only `pass` is green. */
export type Verdict = 'pass' | 'fail' | 'partial' | 'nothing-scanned' | 'error'

/** Why a scan failed. */
export type ScanFailureCode = 'INVALID_URL' | 'SOURCE_NOT_FOUND' | 'SOURCE_FORBIDDEN' | 'SOURCE_TOO_LARGE' | 'SOURCE_MALFORMED' | 'ADDRESS_NOT_ALLOWED' | 'SOURCE_HOSTILE' | 'NOTHING_TO_SCAN' | 'UPSTREAM_UNAVAILABLE' | 'SCAN_TIMEOUT' | 'SCANNER_CRASHED' | 'CANCELLED' | 'INTERNAL'

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
  /** Which parts differ; `capabilities`: what its code can do, of which no definition tells. */
  readonly changes: readonly ('description' | 'inputSchema' | 'outputSchema' | 'annotations' | 'capabilities')[]
  /** It takes or can do more than before. */
  readonly isWidened: boolean
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
  /** The check on the way of the data, where there is one. With the outcome `undecided` the finding has the precision `low`, does not cap the grade, and fails a verdict only if it is new against the baseline. */
  readonly guard?: FindingGuard
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
  readonly original?: OriginalPlace
}

/** From what a place of a built file was made, as the source map beside it says. Nothing is judged by it, and the file need not be part of the project. */
export type OriginalPlace = {
  /** The source file, as a relative path. */
  readonly path: string
  /** The line, from 1. */
  readonly line: number
}

/** A step of the way that data takes from a source to a sink. */
export type TraceStep = {
  /** The file, from the root of the project. */
  readonly path: string
  /** The line, from 1. */
  readonly line: number
  /** What happens there. */
  readonly message: string
  readonly original?: OriginalPlace
}

/** A check that untrusted input passes before it reaches the sink, but that does not clear the finding. */
export type FindingGuard = {
  /** The file, from the root of the project. */
  readonly path: string
  /** The line, from 1. */
  readonly line: number
  /** `flawed`: the check does not prevent the problem. `undecided`: the analysis could not decide whether it does. */
  readonly outcome: 'flawed' | 'undecided'
  /** Why. */
  readonly reason: string
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

/** A server with all that is known of it. */
export type ServerDetail = {
  /** Names the server. */
  readonly id: string
  /** What it calls itself. */
  readonly name: string
  /** Names the server in paths; never changes hands. */
  readonly slug: string
  /** What it says of itself; empty: nothing. */
  readonly description: string
  /** Slug of its category. */
  readonly category: string
  readonly sourceType: ServerSourceType
  /** The language that most of its code is in, lower case; empty: not known. */
  readonly language: string
  readonly status: ServerStatus
  /** Page of its repository; empty: none is known. */
  readonly repositoryUrl: string
  /** Its package on npm; empty: none. */
  readonly npmPackage: string
  /** Its package on PyPI; empty: none. */
  readonly pypiPackage: string
  /** Slugs of all its categories. */
  readonly categories: readonly string[]
  /** Stars of its repository; 0 where `measured` says so. */
  readonly stars: number
  /** Downloads of its package in a month; 0 where `measured` says so. */
  readonly downloads: number
  /** Which of these counts were measured. */
  readonly measured: {
    /** False: not known. */
    readonly stars: boolean
    /** False: not known. */
    readonly downloads: boolean
  }
  /** What its last complete scan found. */
  readonly security: {
    /** By its open findings, 0 to 100. */
    readonly score: number
    /** The letter for the score; empty where there is none. */
    readonly grade: Grade | ''
    readonly vulnerabilities: SeverityCounts
    /** False: no complete scan yet; score and counts are 0 and the grade is empty for that. */
    readonly measured: boolean
    /** Findings that the project asks to be left out. They count all the same. */
    readonly suppressed: number
    /** The package version or commit that the score is of. */
    readonly version: string
    /** Version of the formula. */
    readonly method: string
    /** The scan that the score is of. */
    readonly scanId: string
  }
  /** How good it is beside its security. */
  readonly quality: {
    /** Of the areas that were measured, 0 to 100. */
    readonly score: number
    /** The letter for the score; empty where there is none. */
    readonly grade: Grade | ''
    /** False: nothing was measured. */
    readonly measured: boolean
    /** Each area, 0 to 100. */
    readonly breakdown: {
      /** How it is kept: releases, commits, answers. */
      readonly maintenance: number
      /** How many use it. */
      readonly popularity: number
      /** What it tells its users. */
      readonly documentation: number
      /** What it runs and works with. */
      readonly compatibility: number
      /** Which of these were measured. */
      readonly measured: {
        /** False: nothing of it could be measured, and its 0 stands for that. */
        readonly maintenance: boolean
        /** False: nothing of it could be measured, and its 0 stands for that. */
        readonly popularity: boolean
        /** False: nothing of it could be measured, and its 0 stands for that. */
        readonly documentation: boolean
        /** False: nothing of it could be measured, and its 0 stands for that. */
        readonly compatibility: boolean
      }
    }
  }
  /** All that it is published as, the first one first. */
  readonly packages: readonly ServerPackage[]
  /** An account has shown that it maintains the server. */
  readonly claimed: boolean
  /** When the scan ended that the score is of; empty: none was complete. */
  readonly lastScannedAt: string | ''
  /** Since when the registry has it. */
  readonly createdAt: string
  /** When its entry last changed. */
  readonly updatedAt: string
  /** Where the signed receipt of its last complete scan is; empty: there is none, as long as its current revision was not scanned completely. */
  readonly receiptUrl: string
  /** A picture of its grade. */
  readonly badgeUrl: string
}

/** A package, or a folder of a repository, that a server is published as. */
export type ServerPackage = {
  readonly type: ServerSourceType
  /** Of the package, or owner and name of the repository. */
  readonly name: string
  /** Its page. */
  readonly url: string
  /** Folder of the repository; empty: its root, or a package. */
  readonly folder: string
  /** The version or commit that is the current one; empty: not known yet. */
  readonly revision: string
  /** When it became part of the server; absent for the one that made it. */
  readonly joinedAt?: string
  /** Why it belongs to the server: what both sides say. */
  readonly joinedBy?: JoinedBy
}

/** Why a package and a repository are the same server: what each of them says of the other. */
export type JoinedBy = {
  /** The side of the package. */
  readonly package: {
    /** Where the package is. */
    readonly type: 'npm' | 'pypi'
    /** Its name. */
    readonly name: string
    /** The version that says so. */
    readonly revision: string
    /** What it says of the repository. */
    readonly says: string
  }
  /** The side of the repository. */
  readonly repository: {
    /** Its page. */
    readonly url: string
    /** The commit that says so. */
    readonly revision: string
    /** The manifest that has the name. */
    readonly manifest: string
    /** What it says of the package. */
    readonly says: string
  }
}

/** A field of several servers side by side. */
export type ComparedField = {
  /** What is compared: the field of a server, with dots. */
  readonly field: string
  /** Its value at each server, in their order; null: not measured. */
  readonly values: readonly unknown[]
  /** Places of the servers that do best, from 0; empty where none does better, or it is no question of better. */
  readonly best: readonly number[]
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

/** An account's word that it maintains a server, and how far that was shown. */
export type Claim = {
  /** The server. */
  readonly slug: string
  /** `pending`: not shown yet. `verified`: it was shown and holds. `lost`: it was shown once and does not hold any more. */
  readonly state: 'pending' | 'verified' | 'lost'
  /** How it is shown: by the file, or by the GitHub App in the repository. */
  readonly method: 'file' | 'installation'
  /** What a line of the file has to be. It is no secret, and shows nothing for another account. */
  readonly token: string
  /** Names that the file may have, in the root of the repository or package, or in the folder of the repository that the server is. In a repository it has to be on the default branch, in a package in its current version. */
  readonly files: readonly string[]
  /** When it was made. */
  readonly createdAt: string
  /** Since when it is shown. */
  readonly verifiedAt?: string
  /** When it was last looked at. Those that hold are looked at again each week. */
  readonly checkedAt?: string
  /** When it was lost. */
  readonly lostAt?: string
  /** Why the last look did not show it. */
  readonly failure?: string
}

/** A maintainer's public objection to a finding. */
export type Dispute = {
  /** Names the dispute. */
  readonly disputeId: string
  /** The finding, as `fingerprint` of findings names it. */
  readonly fingerprint: string
  /** The rule that reported it. */
  readonly ruleId: string
  /** What the maintainer says: the text of a stranger. */
  readonly reason: string
  /** `open`: waits for a review. No state moves a score. */
  readonly state: 'open' | 'accepted' | 'rejected' | 'withdrawn'
  /** What the review says, once there was one. */
  readonly review?: string
  /** When it was opened. */
  readonly createdAt: string
  /** When it was reviewed. */
  readonly reviewedAt?: string
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
  /** The page of the scan, for people. Of a public source whoever has the address reads it; of a private one those who manage the account and those whom GitHub lets read the repository, signed in. Everybody else gets 404. */
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
  /** How far the package was compared with the repository that it names; absent where it names none, and for what is no package. */
  readonly repository?: RepositoryCoverage
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
    /** `compared`: what the two scans could read was compared. `unknown`: one of them is older than that comparison, so a file that cannot be read leaves the verdict `partial`. */
    readonly reading?: 'compared' | 'unknown'
    /** What `unknown` means, for people; present where the verdict depends on it. */
    readonly note?: string
    /** What the baseline could read and this scan could not, because of the change: the verdict is `fail`. Contains at most the first 100. Absent if the change makes nothing unreadable, and if `reading` is not `compared`. */
    readonly lost?: readonly LostReading[]
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
  /** Source files that were read, but could not be brought into the form in which data is followed: the first 20 of them with reasons. A gap of the detectors that follow data; absent where there are none. */
  readonly notLowered?: LeftOutFiles
  /** Packages whose code lies in bundles of the project, by what bundlers write beside it: it counts as theirs, and data is not followed through it. The first 300; absent where there are none. */
  readonly vendored?: readonly VendoredPackage[]
}

/** Files that were left out: how many, and the first of them by name. */
export type LeftOutFiles = {
  /** How many there are. */
  readonly total: number
  /** The first of them, at most 100. */
  readonly files: readonly LeftOutFile[]
}

/** A package whose code a bundle brings along. */
export type VendoredPackage = {
  /** Name of the package. */
  readonly package: string
  /** How much of its code there is. */
  readonly bytes: number
}

/** How far a package was compared with the repository that it names. */
export type RepositoryCoverage = {
  /** `not-compared`: there was nothing to compare with, such as a tag of this version. `unreachable`: the repository could not be read. Neither is a gap: what differs is looked for beside what is scanned. */
  readonly status: 'compared' | 'not-compared' | 'unreachable'
  /** The address of the repository. */
  readonly repository?: string
  /** The commit of it that was compared. */
  readonly revision?: string
  /** The tag that leads to that commit; absent where the package names the commit. */
  readonly ref?: string
  /** Source files of the package that the repository has with the same text. */
  readonly same?: number
  /** Source files of the package that a build made, as far as one can tell. They are not compared. */
  readonly built?: number
  /** Source files of the package that the repository has not, or otherwise. */
  readonly different?: number
  /** Why nothing was compared. */
  readonly reason?: string
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

/** What the baseline could read and this scan could not, because of what the change contains. */
export type LostReading = {
  /** `file`: the same file was read. `folder`: files in it were read. `replaced`: a new file is unreadable, and the change removes readable ones of its language. `lockfile`: a manifest has no lockfile any more. `dependency`: the lockfile no longer names a package. `limit`: the project is over a limit. */
  readonly kind: 'file' | 'folder' | 'replaced' | 'lockfile' | 'dependency' | 'limit'
  /** The file, from the root of the project. */
  readonly path: string
  /** Why it cannot be read. */
  readonly reason: string
  /** What happened and what to do, for people. */
  readonly message: string
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
  /** Other places that declare a tool or prompt with the same kind and name but a different definition. The order is the same in every scan of the same files. */
  readonly alsoDeclared?: readonly {
    /** The file. */
    readonly path: string
    /** The line there, from 1. */
    readonly line: number
    /** What models are told there. */
    readonly description?: string
    /** The title there. */
    readonly title?: string
    /** The parameters there, where they differ. */
    readonly parameters?: readonly ToolParameter[]
    /** True where both are declared in the same way, so that one server has two of one name. */
    readonly isRepeated?: boolean
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
  /** The page of the scan, for people. Of a public source whoever has the address reads it; of a private one those who manage the account and those whom GitHub lets read the repository, signed in. Everybody else gets 404. */
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
  /** The calling key; absent for a browser that is signed in. */
  readonly key?: {
    /** Names the key in paths. */
    readonly keyId: string
    /** The public eight characters of the key. */
    readonly prefix: string
    /** When it stops to work; absent: never. */
    readonly expiresAt?: string
  }
  /** The session of a browser that is signed in; absent for a key. */
  readonly session?: {
    /** When its person last signed in. */
    readonly signedInAt: string
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

/** A server that an advisory is about, by what it brings. */
export type AffectedServer = {
  /** Id of the server. */
  readonly id: string
  /** Names it in paths; never changes hands. */
  readonly slug: string
  /** Its name. */
  readonly name: string
  /** The version that its score is of. */
  readonly version: string
  /** Its score. */
  readonly securityScore: number
  readonly grade: Grade
  /** What it brings that the advisory is about; 20 at most. */
  readonly packages: readonly {
    /** Its ecosystem, as OSV names it. */
    readonly ecosystem: string
    /** Its name, as the ecosystem compares names. */
    readonly name: string
    /** The version that it has. */
    readonly version: string
  }[]
}

/** A category whose words were found. */
export type CategoryCandidate = {
  /** Its slug. */
  readonly category: string
  /** For people. */
  readonly title: string
  /** What its words count together. */
  readonly points: number
  /** The words of the category that were found, each counted once where it stands. */
  readonly evidence: readonly CategoryEvidence[]
}

/** A word that was found, and where. */
export type CategoryEvidence = {
  /** The word, or several after each other, in the singular. */
  readonly word: string
  /** Where it stands. Names count 5, keywords 3, descriptions and names of tools 2. */
  readonly place: 'name' | 'keywords' | 'description' | 'tools'
}

/** One signal of a server's quality. */
export type QualitySignal = {
  /** Its id. */
  readonly id: string
  /** The part of quality that it counts for. */
  readonly area: 'maintenance' | 'popularity' | 'documentation' | 'compatibility'
  /** What is measured, in a few words. */
  readonly title: string
  /** How it is measured and scored. */
  readonly description: string
  /** Its weight within the area, among the signals that were measured. */
  readonly weight: number
  /** Whether there is a value. What was not measured counts neither for nor against. */
  readonly measured: boolean
  /** What was measured; absent: nothing was. */
  readonly value?: unknown
  /** The points that it earns; absent: it was not measured. */
  readonly score?: number
  /** Where the value is from: an address, or a scan. Empty: there is nothing to ask. */
  readonly source: string
  /** When the value was true; absent: never measured. */
  readonly measuredAt?: string
  /** Why it was not measured, or why the value is not a newer one. */
  readonly failure?: string
}

/** A DSSE envelope, https://github.com/secure-systems-lab/dsse */
export type DsseEnvelope = {
  /** The statement, base64. */
  readonly payload: string
  /** Media type of the payload. */
  readonly payloadType: string
  /** Signatures of the payload and its type. */
  readonly signatures: readonly {
    /** Names the key. */
    readonly keyid: string
    /** Ed25519 over the pre-authentication encoding, base64. */
    readonly sig: string
  }[]
}

/** What a receipt states of its subject. */
export type ReceiptPredicate = {
  /** Who looked. */
  readonly scanner: {
    /** The program. */
    readonly name: string
    /** Its version. */
    readonly version: string
    /** Stands for the rules and the engine that applied them. */
    readonly rules: string
    /** The service that signed. */
    readonly url: string
  }
  /** What was looked at. */
  readonly source: {
    /** Kind of the source. */
    readonly type: 'git' | 'npm' | 'pypi'
    /** The page of the package or repository, without revision. */
    readonly url: string
    /** Folder of the repository; absent: its root, or a package. */
    readonly folder?: string
    /** Package version or commit. */
    readonly revision: string
    /** Subresource-integrity string of the archive, or over the files of a commit. */
    readonly digest: string
  }
  readonly scope: ReceiptScope
  readonly verdict: ReceiptVerdict
  /** Security score. */
  readonly score: number
  readonly grade: Grade
  /** Version of the scoring formula. */
  readonly method: string
  readonly vulnerabilities: SeverityCounts
  /** The scan. */
  readonly scanId: string
  /** When it ended. */
  readonly scannedAt: string
  /** Of which day the advisories were, for each ecosystem. */
  readonly advisories: Readonly<Partial<Record<Ecosystem, AdvisoryDate>>>
  /** Where the entry of the registry is, with its findings. */
  readonly evidence: string
  /** Names the key that signed. */
  readonly keyId: string
  /** When it was signed. */
  readonly issuedAt: string
  /** Until when it holds: 30 days later at most. */
  readonly expiresAt: string
}

/** What the scan looked at. */
export type ReceiptScope = {
  /** The detectors, sorted by id. */
  readonly detectors: readonly {
    /** Which detector. */
    readonly id: string
    /** `skipped`: it was left out as whoever scanned asked. */
    readonly status: 'succeeded' | 'skipped'
  }[]
  /** Files that were read. */
  readonly files: number
  /** Their size in bytes. */
  readonly bytes: number
  /** Package versions that the project brings, itself included. */
  readonly components: number
  /** Advisories that name a package of it without saying up to which version: neither a finding nor cleared. */
  readonly undecidedAdvisories: number
}

/** `fail`: an open finding is critical or high. `inconclusive`: none is, but a detector was left out, or advisories do not say whether they apply. `pass`: none is, and nothing was left open. */
export type ReceiptVerdict = 'pass' | 'fail' | 'inconclusive'

/** An in-toto Statement, https://in-toto.io/Statement/v1 */
export type ReceiptStatement = {
  /** The kind of document. */
  readonly _type: 'https://in-toto.io/Statement/v1'
  /** To which bytes the receipt is bound. */
  readonly subject: readonly {
    /** Package URL of what was looked at. */
    readonly name: string
    /** Digests in hex by algorithm: of the archive; of a repository `gitCommit`, and `assayFiles256` over its files. */
    readonly digest: Readonly<Record<string, string>>
  }[]
  /** What kind of statement it is; the address explains it. */
  readonly predicateType: string
  readonly predicate: ReceiptPredicate
}

/** What one finding takes from a score. */
export type ScoreDeduction = {
  /** Taken from 100 for it, to a hundredth; each further finding of a severity takes less. */
  readonly points: number
  /** What the score would be without it alone. */
  readonly scoreWithout: number
  /** The grade of that. */
  readonly gradeWithout: Grade
  /** As it is published. */
  readonly finding: Finding
}

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

/** An advisory that changed what is known of something that was scanned before. */
export type AdvisoryActivity = {
  /** Id of the advisory. */
  readonly id: string
  /** Every other id of the same flaw. */
  readonly aliases: readonly string[]
  /** Where to read it. */
  readonly url: string
  /** What the flaw is, in a line. */
  readonly summary: string
  readonly severity: Severity
  /** When it last changed something here. */
  readonly at: string
  /** Servers that it changed, the last first; 20 at most. */
  readonly servers: readonly {
    /** Id of the server. */
    readonly id: string
    /** Names it in paths; never changes hands. */
    readonly slug: string
    /** Its name. */
    readonly name: string
    /** `opened`: it is about this. `changed`: it weighs otherwise. `closed`: it was withdrawn, or is about this version no more. */
    readonly change: 'opened' | 'changed' | 'closed'
    /** When. */
    readonly at: string
    /** The score until then. */
    readonly scoreBefore: number
    /** The score from then on. */
    readonly scoreAfter: number
  }[]
  /** How many servers it changed. */
  readonly serverCount: number
  /** Repositories of the account that it changed, the last first; 20 at most. None without a key that may read scans. */
  readonly repositories: readonly {
    /** The newest scan of the default branch then. */
    readonly scanId: string
    /** The repository. */
    readonly url: string
    /** `opened`: it is about this. `changed`: it weighs otherwise. `closed`: it was withdrawn, or is about this version no more. */
    readonly change: 'opened' | 'changed' | 'closed'
    /** When. */
    readonly at: string
    /** The score until then. */
    readonly scoreBefore: number
    /** The score from then on. */
    readonly scoreAfter: number
  }[]
  /** How many of the account's repositories it changed. */
  readonly repositoryCount: number
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

/** A point in the history of a server's score. */
export type HistoryEntry = {
  /** The scan that it is of. */
  readonly scanId: string
  /** When that scan ended. */
  readonly scannedAt: string
  /** The score from then on. */
  readonly securityScore: number
  readonly grade: Grade
  readonly vulnerabilities: SeverityCounts
  /** The package version or commit that was scanned. */
  readonly version: string
  /** Why the score may be another one than before: `code`: the server changed; `advisory`: new advisories; `rules`: another set of rules, or another formula; `metadata`: what is told of it. */
  readonly cause: 'code' | 'advisory' | 'rules' | 'metadata'
  /** Version of the formula. */
  readonly method: string
  /** Advisories that did it, also by being withdrawn; empty for other causes. */
  readonly advisories: readonly string[]
  /** When it changed without a scan, as more was known of what had been scanned; absent where the scan did it. */
  readonly changedAt?: string
}

/** Another server of the registry, whose name may be taken for this one. */
export type LikeNamedServer = {
  /** Its id. */
  readonly id: string
  /** Names it in paths. */
  readonly slug: string
  /** Its name. */
  readonly name: string
  /** Since when the registry has it. */
  readonly createdAt: string
  /** `folded`: the names are the same but for case, separators, scope, and letters and digits that look alike. `edit`: one character is added, left out, exchanged or swapped with its neighbour, and one of the two is much used. */
  readonly likeness: 'folded' | 'edit'
  /** How much it is used, 0 to 100; null: not measured. */
  readonly popularity: unknown
}

/** Something that the server offers to models, and where else such is. */
export type ToolLookalikes = {
  /** What it is in the Model Context Protocol. */
  readonly kind: 'tool' | 'resource' | 'prompt' | 'instructions'
  /** Its name at this server. */
  readonly name: string
  /** `definition`: models are told all the same of it. `description`: a long description is the same, word for word. `name`: it is called alike. */
  readonly likeness: 'definition' | 'description' | 'name'
  /** Other servers that have such, at most 26 of which are counted. */
  readonly total: number
  /** The first 10 of them. */
  readonly servers: readonly LookalikeTool[]
}

/** Another server, and what it calls it. */
export type LookalikeTool = {
  /** Its id. */
  readonly id: string
  /** Names it in paths. */
  readonly slug: string
  /** Its name. */
  readonly name: string
  /** Since when the registry has it. */
  readonly createdAt: string
  /** Its name there. */
  readonly tool: string
  /** Rules that found something in what the server tells models, where the text is the same: whoever copies a poisoned text copies its findings. Empty for names alone. */
  readonly toolRules: readonly string[]
}

/** What a version changed in what the server offers to models. */
export type ToolChanges = {
  /** When it was seen. */
  readonly at: string
  /** The version before. */
  readonly before: ToolVersion
  /** The version with the changes. */
  readonly after: ToolVersion
  /** What came, went, or is another one. */
  readonly changes: readonly ToolChange[]
}

/** A version of a server, and the scan that examined it. */
export type ToolVersion = {
  /** Package version or commit. */
  readonly version: string
  /** The scan that examined it. */
  readonly scanId: string
}

/** One thing that a server offers to models that came, went, or is another one in a later version. */
export type ToolChange = {
  /** What became of it. */
  readonly change: 'added' | 'removed' | 'changed'
  /** What it is in the Model Context Protocol. */
  readonly kind: 'tool' | 'resource' | 'prompt' | 'instructions'
  /** Its name. */
  readonly name: string
  /** SHA-256 of its canonical definition before; absent where it is new. */
  readonly before?: string
  /** SHA-256 of its canonical definition now; absent where it is gone. */
  readonly after?: string
  /** It takes or can do more than before: a parameter more, a requirement or a bound less, a capability that it did not have. */
  readonly isWidened: boolean
  /** In what it differs; empty where it came or went. */
  readonly differences: readonly ('new-parameter' | 'required-dropped' | 'enum-widened' | 'capability-gained' | 'opened' | 'description' | 'title' | 'parameters' | 'annotations' | 'template' | 'capability-lost')[]
  /** Parameters that are new, no longer required, or take more values. */
  readonly parameters: readonly string[]
  /** What it can do now and could not before; of a new one, all that it can do. */
  readonly capabilities: readonly Capability[]
}

/** A finding of a server, and what its maintainer objects. */
export type ServerFinding = {
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
  /** The check on the way of the data, where there is one. With the outcome `undecided` the finding has the precision `low`, does not cap the grade, and fails a verdict only if it is new against the baseline. */
  readonly guard?: FindingGuard
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
  /** A maintainer's objection; it moves no score. Absent where there is none, or it was rejected. */
  readonly dispute?: {
    /** `open`: not reviewed yet. `accepted`: whoever runs this registry agrees with it. */
    readonly state: 'open' | 'accepted'
    /** Why the maintainer holds it to be wrong. */
    readonly reason: string
    /** What the review says; absent before it. */
    readonly review?: string
  }
}

/** A server as lists have it. */
export type ListedServer = {
  /** Names the server. */
  readonly id: string
  /** What it calls itself. */
  readonly name: string
  /** Names the server in paths; never changes hands. */
  readonly slug: string
  /** What it says of itself; empty: nothing. */
  readonly description: string
  /** Slug of its category. */
  readonly category: string
  readonly sourceType: ServerSourceType
  /** The language that most of its code is in, lower case; empty: not known. */
  readonly language: string
  readonly status: ServerStatus
  /** Page of its repository; empty: none is known. */
  readonly repositoryUrl: string
  /** Its package on npm; empty: none. */
  readonly npmPackage: string
  /** Its package on PyPI; empty: none. */
  readonly pypiPackage: string
  /** By its open findings, 0 to 100; 0 where it was not scanned. */
  readonly securityScore: number
  /** The letter for the score; empty where there is none. */
  readonly grade: Grade | ''
  /** False: no complete scan yet; score and counts are 0 and the grade is empty for that. */
  readonly measured: boolean
  /** When the scan ended that the score is of; empty: none was complete. */
  readonly lastScannedAt: string | ''
  readonly vulnerabilities: ServerSeverityCounts
  /** Scores of its quality, 0 to 100. */
  readonly qualityMetrics: {
    /** How it is kept: releases, commits, answers. */
    readonly maintenance: number
    /** How many use it. */
    readonly popularity: number
    /** What it tells its users. */
    readonly documentation: number
    /** What it runs and works with. */
    readonly compatibility: number
    /** Which of these were measured. */
    readonly measured: {
      /** False: nothing of it could be measured, and its 0 stands for that. */
      readonly maintenance: boolean
      /** False: nothing of it could be measured, and its 0 stands for that. */
      readonly popularity: boolean
      /** False: nothing of it could be measured, and its 0 stands for that. */
      readonly documentation: boolean
      /** False: nothing of it could be measured, and its 0 stands for that. */
      readonly compatibility: boolean
    }
  }
  /** Since when the registry has it. */
  readonly createdAt: string
}

/** Open findings of each severity. */
export type ServerSeverityCounts = {
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
}

/** Where in a list of servers this page is. */
export type ServerPagination = {
  /** The page that this is, from 1. */
  readonly page: number
  /** Elements of a page. */
  readonly limit: number
  /** Elements of all pages. */
  readonly total: number
  /** Pages there are. */
  readonly totalPages: number
  readonly totalRelation: TotalRelation
}

/** `exact`: so many match. `at-least`: so many were counted, and there are more. */
export type TotalRelation = 'exact' | 'at-least'

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

/** A server that a search found. */
export type FoundServer = {
  /** Names the server. */
  readonly id: string
  /** What it calls itself. */
  readonly name: string
  /** Names the server in paths; never changes hands. */
  readonly slug: string
  /** What it says of itself; empty: nothing. */
  readonly description: string
  /** Slug of its category. */
  readonly category: string
  readonly sourceType: ServerSourceType
  /** The language that most of its code is in, lower case; empty: not known. */
  readonly language: string
  readonly status: ServerStatus
  /** Page of its repository; empty: none is known. */
  readonly repositoryUrl: string
  /** Its package on npm; empty: none. */
  readonly npmPackage: string
  /** Its package on PyPI; empty: none. */
  readonly pypiPackage: string
  /** By its open findings, 0 to 100; 0 where it was not scanned. */
  readonly securityScore: number
  /** The letter for the score; empty where there is none. */
  readonly grade: Grade | ''
  /** False: no complete scan yet; score and counts are 0 and the grade is empty for that. */
  readonly measured: boolean
  /** When the scan ended that the score is of; empty: none was complete. */
  readonly lastScannedAt: string | ''
  readonly vulnerabilities: ServerSeverityCounts
  /** Scores of its quality, 0 to 100. */
  readonly qualityMetrics: {
    /** How it is kept: releases, commits, answers. */
    readonly maintenance: number
    /** How many use it. */
    readonly popularity: number
    /** What it tells its users. */
    readonly documentation: number
    /** What it runs and works with. */
    readonly compatibility: number
    /** Which of these were measured. */
    readonly measured: {
      /** False: nothing of it could be measured, and its 0 stands for that. */
      readonly maintenance: boolean
      /** False: nothing of it could be measured, and its 0 stands for that. */
      readonly popularity: boolean
      /** False: nothing of it could be measured, and its 0 stands for that. */
      readonly documentation: boolean
      /** False: nothing of it could be measured, and its 0 stands for that. */
      readonly compatibility: boolean
    }
  }
  /** Since when the registry has it. */
  readonly createdAt: string
  /** How well it matches: from 0.8 on by its whole name, from 0.6 by the beginning, from 0.4 by words of its name, from 0.2 by words like them, below that by its description. */
  readonly relevance: number
}

/** What `compareServers` takes. */
export interface CompareServersInput {
  /** Ids or slugs, each once. */
  readonly servers: readonly string[]
}

/** What `createClaim` takes. */
export interface CreateClaimInput {
  /** Slug or id of the server. */
  readonly slug: string
}

/** What `deleteClaim` takes. */
export interface DeleteClaimInput {
  /** Slug or id of the server. */
  readonly slug: string
}

/** What `createClaimCheck` takes. */
export interface CreateClaimCheckInput {
  /** Slug or id of the server. */
  readonly slug: string
}

/** What `createDispute` takes. */
export interface CreateDisputeInput {
  /** Slug or id of the server. */
  readonly slug: string
  /** The finding, as its `fingerprint` names it. */
  readonly fingerprint: string
  /** Why the finding is wrong, or harmless: plain text of 20 to 2000 characters that everybody will read. */
  readonly reason: string
}

/** What `listDisputes` takes. */
export interface ListDisputesInput {
  /** Slug or id of the server. */
  readonly slug: string
  /** Which page, from 1. A page past the end is empty. */
  readonly page?: number
  /** Elements of a page. */
  readonly limit?: number
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

/** What `createRescan` takes. */
export interface CreateRescanInput {
  /** Slug or id of the server. */
  readonly slug: string
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

/** What `deleteDispute` takes. */
export interface DeleteDisputeInput {
  /** Slug or id of the server. */
  readonly slug: string
  /** The finding, as its `fingerprint` names it. */
  readonly fingerprint: string
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

/** What `getAdvisory` takes. */
export interface GetAdvisoryInput {
  /** Id of the advisory, or an alias. */
  readonly advisoryId: string
  /** Which page, from 1. A page past the end is empty. */
  readonly page?: number
  /** Elements of a page. */
  readonly limit?: number
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

/** What `getServer` takes. */
export interface GetServerInput {
  /** Id or slug of the server. */
  readonly idOrSlug: string
}

/** What `getServerCategory` takes. */
export interface GetServerCategoryInput {
  /** Slug or id of the server. */
  readonly slug: string
}

/** What `getServerQuality` takes. */
export interface GetServerQualityInput {
  /** Slug or id of the server. */
  readonly slug: string
}

/** What `getServerReceipt` takes. */
export interface GetServerReceiptInput {
  /** Slug or id of the server. */
  readonly slug: string
}

/** What `getServerScore` takes. */
export interface GetServerScoreInput {
  /** Slug or id of the server. */
  readonly slug: string
  /** Which page, from 1. A page past the end is empty. */
  readonly page?: number
  /** Elements of a page. */
  readonly limit?: number
}

/** What `getWebhookDelivery` takes. */
export interface GetWebhookDeliveryInput {
  /** The id of the endpoint. */
  readonly webhookId: string
  /** The id of the delivery. */
  readonly deliveryId: string
}

/** What `listAdvisoryActivity` takes. */
export interface ListAdvisoryActivityInput {
  /** Which page, from 1. A page past the end is empty. */
  readonly page?: number
  /** Elements of a page. */
  readonly limit?: number
  /** How far back. */
  readonly days?: number
}

/** What `listClaims` takes. */
export interface ListClaimsInput {
  /** Which page, from 1. A page past the end is empty. */
  readonly page?: number
  /** Elements of a page. */
  readonly limit?: number
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

/** What `listServerHistory` takes. */
export interface ListServerHistoryInput {
  /** Slug or id of the server. */
  readonly slug: string
  /** How many, from the newest. */
  readonly limit?: number
}

/** What `listServerLookalikes` takes. */
export interface ListServerLookalikesInput {
  /** Slug or id of the server. */
  readonly slug: string
}

/** What `listServerToolChanges` takes. */
export interface ListServerToolChangesInput {
  /** Slug or id of the server. */
  readonly slug: string
  /** Which page, from 1. A page past the end is empty. */
  readonly page?: number
  /** Elements of a page. */
  readonly limit?: number
}

/** What `listServerTools` takes. */
export interface ListServerToolsInput {
  /** Slug or id of the server. */
  readonly slug: string
  /** Which page, from 1. A page past the end is empty. */
  readonly page?: number
  /** Elements of a page. */
  readonly limit?: number
  /** Package version or commit; absent: the one that the score is of. */
  readonly version?: string
}

/** What `listServerVulnerabilities` takes. */
export interface ListServerVulnerabilitiesInput {
  /** Slug or id of the server. */
  readonly slug: string
  /** Which page, from 1. A page past the end is empty. */
  readonly page?: number
  /** Elements of a page. */
  readonly limit?: number
  /** Only findings of this severity. */
  readonly severity?: Severity
  /** Only findings of this category. */
  readonly category?: Category
}

/** What `listServers` takes. */
export interface ListServersInput {
  /** Which page, from 1. A page past the end is empty. */
  readonly page?: number
  /** Elements of a page. */
  readonly limit?: number
  /** Only servers of the category with this slug. */
  readonly category?: string
  /** Only servers with this grade. */
  readonly grade?: Grade
  /** Only servers whose score is of a source of this kind. */
  readonly sourceType?: ServerSourceType
  /** Only servers whose code is mostly in this language, lower case. */
  readonly language?: string
  /** Only servers with this status. */
  readonly status?: ServerStatus
  /** Only servers with these words in their name or description. */
  readonly search?: string
  /** What they are ordered by. */
  readonly sort?: 'name' | 'score' | 'created'
  /** Greatest or last first with `desc`. */
  readonly order?: 'asc' | 'desc'
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

/** What `searchServers` takes. */
export interface SearchServersInput {
  /** Which page, from 1. A page past the end is empty. */
  readonly page?: number
  /** Elements of a page. */
  readonly limit?: number
  /** Only servers of the category with this slug. */
  readonly category?: string
  /** Only servers with this grade. */
  readonly grade?: Grade
  /** Only servers whose score is of a source of this kind. */
  readonly sourceType?: ServerSourceType
  /** Only servers whose code is mostly in this language, lower case. */
  readonly language?: string
  /** Only servers with this status. */
  readonly status?: ServerStatus
  /** Words to look for. */
  readonly q: string
  /** What they are ordered by. */
  readonly sort?: 'relevance' | 'name' | 'score' | 'created'
  /** Greatest or last first with `desc`. `relevance` is always best first. */
  readonly order?: 'asc' | 'desc'
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
  /** Compare servers. Up to four servers side by side, in the order in which they are named, and who does best in what. A server that became one with another is compared as that one. */
  compareServers(input: CompareServersInput, options?: CallOptions): Promise<{
    /** In the order in which they are named. */
    readonly servers: readonly ServerDetail[]
    /** Field by field. */
    readonly comparison: readonly ComparedField[]
  }> {
    return this.call({ method: 'POST', path: '/api/v1/servers/compare', parts: { servers: 'body' }, answer: 'data' }, input, options)
  }

  /**
   * Claim a server. For whoever maintains it. Put the token into one of the files, publish that, and ask for a look with `POST …/claims/verify`. Where the GitHub App is installed in the repository by the owner whose account this is, the claim is verified at once. Whoever maintains a server sees its findings whole, and may dispute them. Done again it answers the same claim.
   *
   * Needs the permission `account:write`.
   */
  createClaim(input: CreateClaimInput, options?: CallOptions): Promise<Claim> {
    return this.call({ method: 'POST', path: '/api/v1/servers/{slug}/claims', parts: { slug: 'path' }, answer: 'data' }, input, options)
  }

  /**
   * Give up a claim. The account maintains the server no more. What it disputed stays as it is.
   *
   * Needs the permission `account:write`.
   */
  deleteClaim(input: DeleteClaimInput, options?: CallOptions): Promise<{
    /** The server. */
    readonly slug: string
  }> {
    return this.call({ method: 'DELETE', path: '/api/v1/servers/{slug}/claims', parts: { slug: 'path' }, answer: 'data' }, input, options)
  }

  /**
   * Have a claim verified. The current revision of the server is fetched and looked at soon; `checkedAt` of the claim in `GET /api/v1/account/claims` tells when that was done, `state` and `failure` what came of it.
   *
   * Needs the permission `account:write`.
   */
  createClaimCheck(input: CreateClaimCheckInput, options?: CallOptions): Promise<Claim> {
    return this.call({ method: 'POST', path: '/api/v1/servers/{slug}/claims/verify', parts: { slug: 'path' }, answer: 'data' }, input, options)
  }

  /**
   * Dispute a finding. For a maintainer whose claim was verified. The reason is public at once, and the finding tells of it. The operator of the service reviews it and accepts or rejects it with words that are public too. A dispute moves no score: what is wrong in a rule is corrected in the rule.
   *
   * Needs the permission `account:write`.
   */
  createDispute(input: CreateDisputeInput, options?: CallOptions): Promise<Dispute> {
    return this.call({ method: 'POST', path: '/api/v1/servers/{slug}/disputes', parts: { slug: 'path', fingerprint: 'body', reason: 'body' }, answer: 'data' }, input, options)
  }

  /** List the disputes of a server. What its maintainers object to, in their own words, and what came of it. Newest first. */
  listDisputes(input: ListDisputesInput, options?: CallOptions): Promise<{
    /** Newest first. */
    readonly disputes: readonly Dispute[]
    readonly pagination: Pagination
  }> {
    return this.call({ method: 'GET', path: '/api/v1/servers/{slug}/disputes', parts: { slug: 'path', page: 'query', limit: 'query' }, answer: 'data' }, input, options)
  }

  /**
   * Make an API key. The key gets permissions that the calling key has itself, never `account:write`, and expires no later than it. The whole key stands in this answer and nowhere else.
   *
   * Needs the permission `account:write`.
   *
   * A session does it only within an hour after its person signed in.
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
   * Have a server scanned again. Its current revision is scanned, as a scan of the account; the entry of the registry moves with it when it is complete. Of a server one is made an hour, whoever asks.
   *
   * Needs the permission `scans:write`.
   */
  createRescan(input: CreateRescanInput, options?: CallOptions): Promise<SubmittedScan> {
    return this.call({ method: 'POST', path: '/api/v1/servers/{slug}/rescan', parts: { slug: 'path' }, answer: 'data' }, input, options)
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

  /**
   * Withdraw a dispute. A dispute of the account that is open ends as `withdrawn`. It stays in the list, and can be opened again.
   *
   * Needs the permission `account:write`.
   */
  deleteDispute(input: DeleteDisputeInput, options?: CallOptions): Promise<Dispute> {
    return this.call({ method: 'DELETE', path: '/api/v1/servers/{slug}/disputes/{fingerprint}', parts: { slug: 'path', fingerprint: 'path' }, answer: 'data' }, input, options)
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

  /** Read an advisory and whom it concerns. By its id or an alias. The servers are those that bring a version that it is about, the worst rated first; whoever asks with a key that may read scans is told of the account's repositories too. */
  getAdvisory(input: GetAdvisoryInput, options?: CallOptions): Promise<{
    /** The best known of its ids. */
    readonly id: string
    /** Every other id of the same flaw. */
    readonly aliases: readonly string[]
    /** Where to read it. */
    readonly url: string
    /** What the flaw is, in a line. */
    readonly summary: string
    readonly severity: Severity
    /** Kinds of weakness. */
    readonly cwe: readonly string[]
    readonly cvss?: Cvss
    /** A package version itself is malware. */
    readonly isMalware: boolean
    /** When its record was changed; absent where only records of other ids of the flaw are known. */
    readonly modified?: string
    /** When it was withdrawn; absent while it holds. */
    readonly withdrawn?: string
    /** What its record names; 200 at most. */
    readonly packages: readonly {
      /** Its ecosystem, as OSV names it. */
      readonly ecosystem: string
      /** Its name, as the ecosystem compares names. */
      readonly name: string
    }[]
    /** One page of them, the worst rated first. */
    readonly servers: readonly AffectedServer[]
    /** Repositories of the account that it is about; 100 at most, none without a key that may read scans. */
    readonly repositories: readonly {
      /** Newest scan of the default branch. */
      readonly scanId: string
      /** The repository. */
      readonly url: string
    }[]
    readonly pagination: Pagination
  }> {
    return this.call({ method: 'GET', path: '/api/v1/advisories/{advisoryId}', parts: { advisoryId: 'path', page: 'query', limit: 'query' }, answer: 'data' }, input, options)
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

  /** Read a server. By id or slug. What is not known is an empty text, or 0 with `measured` beside it. The slug of a server that became one with another leads there. */
  getServer(input: GetServerInput, options?: CallOptions): Promise<ServerDetail> {
    return this.call({ method: 'GET', path: '/api/v1/servers/{idOrSlug}', parts: { idOrSlug: 'path' }, answer: 'data' }, input, options)
  }

  /** Explain the category of a server. A category is decided by words in the name, the keywords, the description and the names of tools: the one whose words count most, at least 3 points. What is found now is decided anew when the quality of the server is measured the next time. */
  getServerCategory(input: GetServerCategoryInput, options?: CallOptions): Promise<{
    /** Slug of the category that the server is in; `other` where no words decide. */
    readonly category: string
    /** For people. */
    readonly title: string
    /** What is in the category. */
    readonly description: string
    /** The categories that its words speak for, the one that is decided for first. */
    readonly candidates: readonly CategoryCandidate[]
  }> {
    return this.call({ method: 'GET', path: '/api/v1/servers/{slug}/category', parts: { slug: 'path' }, answer: 'data' }, input, options)
  }

  /** Explain the quality of a server. Every signal with its value, its source and its date, how the areas follow from the signals, and the score from the areas. Weights of what was not measured fall to the rest. */
  getServerQuality(input: GetServerQualityInput, options?: CallOptions): Promise<{
    /** Absent: nothing was measured. */
    readonly score?: number
    readonly grade?: Grade
    /** The score of each area. */
    readonly breakdown: {
      /** Absent: nothing of maintenance was measured. */
      readonly maintenance?: number
      /** Absent: nothing of popularity was measured. */
      readonly popularity?: number
      /** Absent: nothing of documentation was measured. */
      readonly documentation?: number
      /** Absent: nothing of compatibility was measured. */
      readonly compatibility?: number
    }
    /** What each area weighs. */
    readonly weights: {
      /** Weight of maintenance. */
      readonly maintenance: number
      /** Weight of popularity. */
      readonly popularity: number
      /** Weight of documentation. */
      readonly documentation: number
      /** Weight of compatibility. */
      readonly compatibility: number
    }
    /** Version of the formula. */
    readonly method: string
    /** All signals, by their ids. */
    readonly signals: readonly QualitySignal[]
  }> {
    return this.call({ method: 'GET', path: '/api/v1/servers/{slug}/quality', parts: { slug: 'path' }, answer: 'data' }, input, options)
  }

  /** Read the receipt of a server. What the scan of its current revision found, bound to the digest of what was scanned and signed with Ed25519 in a DSSE envelope, so that others can hand it on. It holds for 30 days at most. `assay verify-receipt` verifies it without asking anybody, as does every program that knows DSSE. There is none for scans that were not complete, and while a newer revision waits to be scanned. */
  getServerReceipt(input: GetServerReceiptInput, options?: CallOptions): Promise<{
    /** The receipt. */
    readonly envelope: DsseEnvelope
    /** What the payload of the envelope says. Believe it from there, once the signature holds. */
    readonly statement: ReceiptStatement
    /** Where the public keys are, those included that sign no more. */
    readonly keysUrl: string
  }> {
    return this.call({ method: 'GET', path: '/api/v1/servers/{slug}/receipt', parts: { slug: 'path' }, answer: 'data' }, input, options)
  }

  /** Explain the score of a server. Every deduction with its finding, the weightiest first, and the caps that are in force: the score is 100 less what is deducted, at most the lowest cap, rounded down, and never below 0. Findings that the project asks to be left out count. */
  getServerScore(input: GetServerScoreInput, options?: CallOptions): Promise<{
    /** False before the first complete scan of a current revision: then there is no score, and the numbers say nothing. */
    readonly measured: boolean
    /** From 0 to 100; 100 is best. */
    readonly score: number
    /** The letter for it; absent where there is no score. */
    readonly grade?: Grade
    /** Version of the formula that explains it. */
    readonly method: string
    /** Package version or commit that it is of. */
    readonly version?: string
    /** The scan that examined it. */
    readonly scanId?: string
    /** Sum of all deductions, to a hundredth. */
    readonly deducted: number
    /** Caps that are in force, lowest first. */
    readonly caps: readonly {
      /** The score is at most this. */
      readonly score: number
      /** Why. */
      readonly reason: string
    }[]
    /** Findings that the project asks to be left out; they count all the same. */
    readonly suppressed: number
    /** The weightiest first. */
    readonly deductions: readonly ScoreDeduction[]
    readonly pagination: Pagination
  }> {
    return this.call({ method: 'GET', path: '/api/v1/servers/{slug}/score', parts: { slug: 'path', page: 'query', limit: 'query' }, answer: 'data' }, input, options)
  }

  /** Read statistics of the registry. Over all servers of the registry, as they are at this moment. */
  getServerStats(options?: CallOptions): Promise<{
    /** Servers. */
    readonly totalServers: number
    /** Points in the histories of their scores. */
    readonly totalScans: number
    /** Mean of the scores of those that have one, to a tenth; 0: none has. */
    readonly averageScore: number
    /** Their median; 0: none has one. */
    readonly medianScore: number
    /** How many servers there are of each kind; kinds of which there is none are left out. */
    readonly servers: {
      /** By grade; those without one are under `unknown`. */
      readonly byGrade: Readonly<Record<string, number>>
      /** By slug of their category. */
      readonly byCategory: Readonly<Record<string, number>>
      /** By the kind of source that their score is of. */
      readonly bySourceType: Readonly<Record<string, number>>
      /** By language; those of which it is not known are under `unknown`. */
      readonly byLanguage: Readonly<Record<string, number>>
    }
    readonly vulnerabilities: SeverityCounts
    /** When this was so. */
    readonly updatedAt: string
  }> {
    return this.call({ method: 'GET', path: '/api/v1/servers/stats', parts: {}, answer: 'data' }, {}, options)
  }

  /**
   * Read a delivery. With its last 100 attempts and the body that is sent.
   *
   * Needs the permission `webhooks:write`.
   */
  getWebhookDelivery(input: GetWebhookDeliveryInput, options?: CallOptions): Promise<DeliveryWithBody> {
    return this.call({ method: 'GET', path: '/api/v1/webhooks/{webhookId}/deliveries/{deliveryId}', parts: { webhookId: 'path', deliveryId: 'path' }, answer: 'data' }, input, options)
  }

  /** List what advisories did since. Advisories that came, changed or were withdrawn in the last days and concern something that was scanned before, without another scan: the last first, each with the servers that it changed and, for who asks with a key that may read scans, the repositories of the account. */
  listAdvisoryActivity(input: ListAdvisoryActivityInput = {}, options?: CallOptions): Promise<{
    /** The last first. */
    readonly advisories: readonly AdvisoryActivity[]
    readonly pagination: Pagination
  }> {
    return this.call({ method: 'GET', path: '/api/v1/advisories', parts: { page: 'query', limit: 'query', days: 'query' }, answer: 'data' }, input, options)
  }

  /**
   * List the claimed servers. Servers that the account says to maintain, shown or not. The one that was claimed last comes first.
   *
   * Needs the permission `scans:read`.
   */
  listClaims(input: ListClaimsInput = {}, options?: CallOptions): Promise<{
    /** Newest first. */
    readonly claims: readonly Claim[]
    readonly pagination: Pagination
  }> {
    return this.call({ method: 'GET', path: '/api/v1/account/claims', parts: { page: 'query', limit: 'query' }, answer: 'data' }, input, options)
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

  /** List the history of a server. Its scores over time, newest first, each with what caused it. */
  listServerHistory(input: ListServerHistoryInput, options?: CallOptions): Promise<{
    /** Newest first. */
    readonly history: readonly HistoryEntry[]
  }> {
    return this.call({ method: 'GET', path: '/api/v1/servers/{slug}/history', parts: { slug: 'path', limit: 'query' }, answer: 'data' }, input, options)
  }

  /** List what looks like a server or its tools. Servers whose names are taken for this one, as squatters choose them (a name that is one edit away is listed where one of the two has a popularity of at least 50), and servers that offer the same as this one: the same definition, the same long description, or a tool of the same name, which shadows the other where both are installed. Names that more than 25 servers use are common, and not listed. None of it says who copied from whom. */
  listServerLookalikes(input: ListServerLookalikesInput, options?: CallOptions): Promise<{
    /** Names that look alike: the first 10 that are folded alike, the oldest first, then as many that are one edit away, what is used most first. */
    readonly servers: readonly LikeNamedServer[]
    /** The strongest likeness first. */
    readonly tools: readonly ToolLookalikes[]
  }> {
    return this.call({ method: 'GET', path: '/api/v1/servers/{slug}/lookalikes', parts: { slug: 'path' }, answer: 'data' }, input, options)
  }

  /** List the changes of a server's tools. From one current version to the next, newest first. A tool that takes or can do more than before is `isWidened`. A description that changes after it was approved is how a tool is turned against its users. */
  listServerToolChanges(input: ListServerToolChangesInput, options?: CallOptions): Promise<{
    /** Newest first. */
    readonly toolChanges: readonly ToolChanges[]
    readonly pagination: Pagination
  }> {
    return this.call({ method: 'GET', path: '/api/v1/servers/{slug}/tools/changes', parts: { slug: 'path', page: 'query', limit: 'query' }, answer: 'data' }, input, options)
  }

  /** List the tools of a server. Tools, resources, prompts and instructions as the code or a manifest of a version declares them, with the hash of what models are told and what their code can do. Read without running it: names and descriptions that are put together while it runs are not known. What they say is the project's own text, and no instruction to anybody. */
  listServerTools(input: ListServerToolsInput, options?: CallOptions): Promise<{
    /** Package version or commit; absent where none was scanned completely. */
    readonly version?: string
    /** The scan that read them. */
    readonly scanId?: string
    /** When that was. */
    readonly scannedAt?: string
    /** SHA-256 over the definitions of all of them; absent where there are none. */
    readonly toolsHash?: string
    /** In the order of the code. */
    readonly tools: readonly ScannedTool[]
    readonly pagination: Pagination
  }> {
    return this.call({ method: 'GET', path: '/api/v1/servers/{slug}/tools', parts: { slug: 'path', page: 'query', limit: 'query', version: 'query' }, answer: 'data' }, input, options)
  }

  /** List the findings of a server. Those that its score is of, worst first; the totals agree with its counts. Findings that the project asks to be left out are among them, with `suppression`. Of secrets only the rule is told, of critical and high findings in code without an advisory only rule, severity and file for a time; who has shown to maintain the server sees all. */
  listServerVulnerabilities(input: ListServerVulnerabilitiesInput, options?: CallOptions): Promise<{
    /** Worst first. */
    readonly vulnerabilities: readonly ServerFinding[]
    readonly pagination: Pagination
  }> {
    return this.call({ method: 'GET', path: '/api/v1/servers/{slug}/vulnerabilities', parts: { slug: 'path', page: 'query', limit: 'query', severity: 'query', category: 'query' }, answer: 'data' }, input, options)
  }

  /** List servers. Filters can be put together. Servers without a score count as below 0. The order is the same at every time, ties are broken by id. */
  listServers(input: ListServersInput = {}, options?: CallOptions): Promise<{
    /** In the order that was asked for. */
    readonly servers: readonly ListedServer[]
    readonly pagination: ServerPagination
  }> {
    return this.call({ method: 'GET', path: '/api/v1/servers', parts: { page: 'query', limit: 'query', category: 'query', grade: 'query', sourceType: 'query', language: 'query', status: 'query', search: 'query', sort: 'query', order: 'query' }, answer: 'data' }, input, options)
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
   * List the deliveries to a webhook endpoint. Newest first, each with its last 10 attempts. They are kept for 30 days, with the plans Team and Enterprise for 90.
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
   *
   * A session does it only within an hour after its person signed in.
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

  /** Search servers. Servers whose name or description has every word of `q`, as it is, as a beginning, or with one typing error. First those of that name, then those whose name begins so, then those with the words in their name, then the others; among equals what many use and what is safe. `relevance` says so in a number. Of a search that very many match, at least `pagination.total` do, as `totalRelation` says, and more are counted as pages go on. */
  searchServers(input: SearchServersInput, options?: CallOptions): Promise<{
    /** What was found, in order. */
    readonly servers: readonly FoundServer[]
    readonly pagination: ServerPagination
  }> {
    return this.call({ method: 'GET', path: '/api/v1/servers/search', parts: { page: 'query', limit: 'query', category: 'query', grade: 'query', sourceType: 'query', language: 'query', status: 'query', q: 'query', sort: 'query', order: 'query' }, answer: 'data' }, input, options)
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
