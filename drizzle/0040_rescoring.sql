-- Processes of the version before write servers and history in one transaction. They take this lock first, so this
-- migration waits for them before it locks a table, and cannot deadlock with them.
SELECT pg_advisory_xact_lock(hashtext('registry entries'));
--> statement-breakpoint
-- New advisories change results of revisions, which no index contains. With space left in their pages, the indexes do
-- not change.
ALTER TABLE registry_revisions SET (fillfactor = 85);
--> statement-breakpoint
-- A transaction that counts its new points in its own update of the servers turns this trigger off. Otherwise each
-- server would be updated twice.
CREATE OR REPLACE FUNCTION registry_history_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('assay.scans_are_counted', true) = 'on' THEN
    RETURN NULL;
  END IF;
  UPDATE registry_servers s SET scans = s.scans + changed.count FROM (SELECT server_id, count(*) AS count FROM changes GROUP BY 1) changed WHERE s.id = changed.server_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Migration 0020 replaced these indexes, and no later version reads lists from them. Each score change wrote to all of
-- them. The drop waits for running reads of servers, and all later reads wait behind it. It therefore gives up after a
-- second and tries again.
DO $$
BEGIN
  SET LOCAL lock_timeout = '1s';
  FOR attempt IN 1..100 LOOP
    BEGIN
      DROP INDEX IF EXISTS registry_list_category_name, registry_list_category_created, registry_list_language_name, registry_list_language_created, registry_list_category_language_name, registry_list_category_language_created;
      EXIT;
    EXCEPTION WHEN lock_not_available THEN
      IF attempt = 100 THEN
        RAISE;
      END IF;
      PERFORM pg_sleep(1);
    END;
  END LOOP;
  SET LOCAL lock_timeout TO DEFAULT;
END $$;
