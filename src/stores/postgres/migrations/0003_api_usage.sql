CREATE TABLE "api_usage" (
	"organization_id" uuid NOT NULL,
	"month" text NOT NULL,
	"requests" bigint NOT NULL,
	CONSTRAINT "api_usage_organization_id_month_pk" PRIMARY KEY("organization_id","month")
);
--> statement-breakpoint
ALTER TABLE "api_usage" ADD CONSTRAINT "api_usage_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;