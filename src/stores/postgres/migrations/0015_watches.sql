CREATE TABLE "watch_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"channel" text NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"user_id" uuid,
	"endpoint_id" uuid,
	"digest_key" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"lease_until" timestamp with time zone,
	"attempts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "watch_delivery_firings" (
	"delivery_id" uuid NOT NULL,
	"firing_id" uuid NOT NULL,
	CONSTRAINT "watch_delivery_firings_delivery_id_firing_id_pk" PRIMARY KEY("delivery_id","firing_id")
);
--> statement-breakpoint
CREATE TABLE "watch_firings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"watch_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"facts" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "watch_mail_stops" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "watches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"organization_id" uuid,
	"made_by" uuid,
	"name" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" integer,
	"condition" jsonb NOT NULL,
	"cadence" text,
	"receivers" text DEFAULT 'maker' NOT NULL,
	"endpoint_id" uuid,
	"paused_at" timestamp with time zone,
	"state" jsonb,
	"problem" text DEFAULT '' NOT NULL,
	"evaluated_version" text DEFAULT '' NOT NULL,
	"evaluated_day" text DEFAULT '' NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"last_fired_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"organization_id" uuid,
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"paused_at" timestamp with time zone,
	"paused_reason" text DEFAULT '' NOT NULL,
	"failing_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "watch_deliveries" ADD CONSTRAINT "watch_deliveries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_deliveries" ADD CONSTRAINT "watch_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_delivery_firings" ADD CONSTRAINT "watch_delivery_firings_delivery_id_watch_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."watch_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_delivery_firings" ADD CONSTRAINT "watch_delivery_firings_firing_id_watch_firings_id_fk" FOREIGN KEY ("firing_id") REFERENCES "public"."watch_firings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_firings" ADD CONSTRAINT "watch_firings_watch_id_watches_id_fk" FOREIGN KEY ("watch_id") REFERENCES "public"."watches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_mail_stops" ADD CONSTRAINT "watch_mail_stops_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "watch_deliveries_due" ON "watch_deliveries" USING btree ("status","due_at");--> statement-breakpoint
CREATE INDEX "watch_deliveries_endpoint" ON "watch_deliveries" USING btree ("endpoint_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "watch_deliveries_digest" ON "watch_deliveries" USING btree ("digest_key");--> statement-breakpoint
CREATE INDEX "watch_delivery_firings_firing" ON "watch_delivery_firings" USING btree ("firing_id");--> statement-breakpoint
CREATE INDEX "watch_firings_watch" ON "watch_firings" USING btree ("watch_id","at");--> statement-breakpoint
CREATE INDEX "watches_user" ON "watches" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "watches_organization" ON "watches" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "watches_evaluated" ON "watches" USING btree ("evaluated_version");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_user" ON "webhook_endpoints" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_organization" ON "webhook_endpoints" USING btree ("organization_id");