-- Deep pages of lists. A mark is a server of a list with how many stood before it, and when: in which snapshot. A page is read from the nearest mark before
-- it, with what changed since then added to its rank, so that it is the page that counting from the begin would give. All three tables can be made anew, and are empty
-- after a crash together: unlogged, so that a change of a server writes no more to the log.
CREATE UNLOGGED TABLE registry_list_marks (
  -- Filter, order and direction of the list.
  list text COLLATE "C" NOT NULL,
  -- How many servers stood before it.
  rank integer NOT NULL,
  -- What the list is ordered by, as text.
  place text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  seen pg_snapshot NOT NULL,
  PRIMARY KEY (list, rank)
);
--> statement-breakpoint
-- What was added to lists and taken from them: a server that moves is both. By whose transaction, so that it is known which snapshots have it.
CREATE UNLOGGED TABLE registry_list_changes (
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  servers integer NOT NULL,
  id uuid NOT NULL,
  name_order text COLLATE "C" NOT NULL,
  score_order integer NOT NULL,
  created_at timestamptz NOT NULL,
  category text NOT NULL,
  grade text,
  source_type text NOT NULL,
  language text NOT NULL,
  status text NOT NULL
);
--> statement-breakpoint
CREATE INDEX registry_list_changes_xid ON registry_list_changes (xid);
--> statement-breakpoint
-- Transactions before `xid` had ended at that moment: every snapshot since then has them.
CREATE UNLOGGED TABLE registry_list_horizons (at timestamptz PRIMARY KEY, xid xid8 NOT NULL);
--> statement-breakpoint
CREATE FUNCTION registry_lists_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO registry_list_changes (servers, id, name_order, score_order, created_at, category, grade, source_type, language, status)
    SELECT 1, id, name_order, score_order, created_at, category, grade, source_type, language, status FROM later WHERE registry_is_shown(hidden_at, merged_into);
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO registry_list_changes (servers, id, name_order, score_order, created_at, category, grade, source_type, language, status)
    SELECT -1, id, name_order, score_order, created_at, category, grade, source_type, language, status FROM earlier WHERE registry_is_shown(hidden_at, merged_into);
  ELSE
    INSERT INTO registry_list_changes (servers, id, name_order, score_order, created_at, category, grade, source_type, language, status)
    SELECT side.* FROM earlier e JOIN later l USING (id), LATERAL (
      SELECT -1, e.id, e.name_order, e.score_order, e.created_at, e.category, e.grade, e.source_type, e.language, e.status WHERE registry_is_shown(e.hidden_at, e.merged_into)
      UNION ALL SELECT 1, l.id, l.name_order, l.score_order, l.created_at, l.category, l.grade, l.source_type, l.language, l.status WHERE registry_is_shown(l.hidden_at, l.merged_into)
    ) side
    WHERE (registry_is_shown(e.hidden_at, e.merged_into), e.name_order, e.score_order, e.created_at, e.category, e.grade, e.source_type, e.language, e.status)
      IS DISTINCT FROM (registry_is_shown(l.hidden_at, l.merged_into), l.name_order, l.score_order, l.created_at, l.category, l.grade, l.source_type, l.language, l.status);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER registry_lists_inserted AFTER INSERT ON registry_servers REFERENCING NEW TABLE AS later FOR EACH STATEMENT EXECUTE FUNCTION registry_lists_changed();
--> statement-breakpoint
CREATE TRIGGER registry_lists_updated AFTER UPDATE ON registry_servers REFERENCING OLD TABLE AS earlier NEW TABLE AS later FOR EACH STATEMENT EXECUTE FUNCTION registry_lists_changed();
--> statement-breakpoint
CREATE TRIGGER registry_lists_deleted AFTER DELETE ON registry_servers REFERENCING OLD TABLE AS earlier FOR EACH STATEMENT EXECUTE FUNCTION registry_lists_changed();
--> statement-breakpoint
-- Search: names of those far up in rank, among which the first are gathered of a beginning that many names have.
CREATE INDEX registry_search_top_name ON registry_search (name_key, rank DESC, server_id) WHERE rank >= 60;
--> statement-breakpoint
CREATE INDEX registry_search_top_bare_name ON registry_search (bare_key, rank DESC, server_id) WHERE rank >= 60;
