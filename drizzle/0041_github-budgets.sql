CREATE UNLOGGED TABLE "github_budget_leases" (
	"payer" text NOT NULL,
	"process" uuid NOT NULL,
	"requests" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "github_budget_leases_payer_process_pk" PRIMARY KEY("payer","process")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "github_budgets" (
	"payer" text PRIMARY KEY NOT NULL,
	"blocked_until" timestamp (3) with time zone,
	"request_limit" integer,
	"requests_left" integer,
	"resets_at" timestamp (3) with time zone,
	"writes_left" double precision NOT NULL,
	"writes_at" timestamp (3) with time zone NOT NULL
);
