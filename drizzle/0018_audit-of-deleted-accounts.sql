-- The audit log of an account whose deletion is recorded goes with it, however young it is.
CREATE OR REPLACE FUNCTION account_audit_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND (OLD.at < now() - interval '365 days' OR EXISTS (SELECT FROM account_deletions deletion WHERE deletion.account_id = OLD.account_id)) THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'the audit log of accounts is only added to';
END $$;
