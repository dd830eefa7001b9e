CREATE TABLE "api_access_org_roles" (
	"id" serial PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"role_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_access_policies" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"effect" text NOT NULL,
	"resources" text[] DEFAULT '{}' NOT NULL,
	"actions" text[] DEFAULT '{}' NOT NULL,
	"row_filter" text,
	"hidden_fields" text[] DEFAULT '{}' NOT NULL,
	"history_days" integer,
	"requests_per_minute" integer,
	"rows_per_month" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_access_policy_assignments" (
	"id" serial PRIMARY KEY NOT NULL,
	"policy_id" integer NOT NULL,
	"role_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_access_roles" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_access_user_roles" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"role_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_usage" ADD COLUMN "rows" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "actor_user_id" uuid;--> statement-breakpoint
UPDATE "audit_log" SET "actor_user_id" = "actor"::uuid WHERE "actor" ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "subject_kind" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "before" jsonb;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "after" jsonb;--> statement-breakpoint
ALTER TABLE "api_access_org_roles" ADD CONSTRAINT "api_access_org_roles_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_access_org_roles" ADD CONSTRAINT "api_access_org_roles_role_id_api_access_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."api_access_roles"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_access_policy_assignments" ADD CONSTRAINT "api_access_policy_assignments_policy_id_api_access_policies_id_fk" FOREIGN KEY ("policy_id") REFERENCES "public"."api_access_policies"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_access_policy_assignments" ADD CONSTRAINT "api_access_policy_assignments_role_id_api_access_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."api_access_roles"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_access_user_roles" ADD CONSTRAINT "api_access_user_roles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_access_user_roles" ADD CONSTRAINT "api_access_user_roles_role_id_api_access_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."api_access_roles"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_access_org_roles_once" ON "api_access_org_roles" USING btree ("organization_id","role_id");--> statement-breakpoint
CREATE INDEX "api_access_org_roles_role" ON "api_access_org_roles" USING btree ("role_id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_access_policies_name" ON "api_access_policies" USING btree ("name");--> statement-breakpoint
CREATE UNIQUE INDEX "api_access_policy_assignments_once" ON "api_access_policy_assignments" USING btree ("role_id","policy_id");--> statement-breakpoint
CREATE INDEX "api_access_policy_assignments_policy" ON "api_access_policy_assignments" USING btree ("policy_id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_access_roles_name" ON "api_access_roles" USING btree ("name");--> statement-breakpoint
CREATE UNIQUE INDEX "api_access_user_roles_once" ON "api_access_user_roles" USING btree ("user_id","role_id");--> statement-breakpoint
CREATE INDEX "api_access_user_roles_role" ON "api_access_user_roles" USING btree ("role_id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_user_id");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_kind","subject");