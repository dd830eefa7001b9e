ALTER TABLE "api_keys" ADD COLUMN "required_policies" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "api_keys" SET "required_policies" = "own"."policies" FROM (
	SELECT "api_access_key_roles"."key_id", array_agg(DISTINCT "api_access_policy_assignments"."policy_id") AS "policies"
	FROM "api_access_key_roles"
	JOIN "api_access_policy_assignments" ON "api_access_policy_assignments"."role_id" = "api_access_key_roles"."role_id"
	GROUP BY "api_access_key_roles"."key_id"
) AS "own" WHERE "own"."key_id" = "api_keys"."id";
