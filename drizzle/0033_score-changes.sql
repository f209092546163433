-- Processes of the version before write servers, findings, and history in one transaction. They take this lock first, so
-- the migrations from here on wait for them before they lock a table, and cannot deadlock with them.
SELECT pg_advisory_xact_lock(hashtext('registry entries'));--> statement-breakpoint
CREATE INDEX "registry_history_changes" ON "registry_history" USING btree (coalesce(changed_at, scanned_at)) WHERE number > 1 and cause in ('code', 'advisory', 'resolution');