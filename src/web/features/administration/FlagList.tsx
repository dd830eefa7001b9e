import { useMutation } from "@tanstack/react-query";
import { ALL_FEATURES, type FeatureFlag, gatedFlags } from "#domain/vocabulary";
import { useTrpc } from "../../rpc/useTrpc";
import { Select } from "../../ui/controls/Select";
import { Switch } from "../../ui/controls/Switch";
import { Badge } from "../../ui/display/Badge";
import { Card } from "../../ui/display/Card";
import { type UserFile, useAdministration } from "./useAdministration";

export interface FlagListProps {
  kind: "everyone" | "user" | "organization";
  /** Id of the user or the organization; blank for the global flags. */
  subject: string;
  features: UserFile["features"];
}

const settings = [
  { value: "inherit", label: "Inherit" },
  { value: "on", label: "On" },
  { value: "off", label: "Off" },
] as const;
const values = { inherit: null, on: true, off: false } as const;
const settingOf = (value: boolean | null) => (value === null ? "inherit" : value ? "on" : "off");

const PRECEDENCE =
  "User flags override organization flags, which override plan flags, which override flags for everyone.";

/** The feature flags in effect, the source of each decision, and a control to set it for this subject. */
export function FlagList({ kind, subject, features }: FlagListProps) {
  return (
    <Card
      title={kind === "everyone" ? "Features for everyone" : "Feature flags"}
      description={
        kind === "everyone"
          ? `Features of visitors without an account. Flags set here apply to everyone. ${PRECEDENCE}`
          : `${PRECEDENCE} Flags set here apply to this ${kind} only.`
      }
      padded={false}
    >
      {kind === "everyone" && <OpenAll features={features} />}
      <ul className="divide-y">
        {features.map((feature) => (
          <Flag key={feature.flag} kind={kind} subject={subject} {...feature} />
        ))}
      </ul>
    </Card>
  );
}

function OpenAll({ features }: Pick<FlagListProps, "features">) {
  const set = useMutation(
    useTrpc().administration.setFlag.mutationOptions(useAdministration("Features for everyone updated.")),
  );
  const isOpen = gatedFlags.every((gated) => features.some(({ flag, value }) => flag === gated && value));
  const isByConfiguration = features.some(({ value, origin }) => value && origin === "configuration");
  return (
    <div className="border-b px-4 py-2">
      <Switch
        label="Open all features to everyone"
        checked={set.isPending ? set.variables.value === true : isOpen}
        onChange={(next) =>
          set.mutate({
            kind: "everyone",
            subject: "",
            flag: ALL_FEATURES,
            value: next ? true : isByConfiguration ? false : null,
          })
        }
      />
      <p className="mt-1 text-muted text-sm">
        Visitors see every page. API keys, XLSX and Parquet files and teams also require an account. On a
        public site, strangers can then sign up and create API keys.
      </p>
    </div>
  );
}

interface FlagProps {
  kind: FlagListProps["kind"];
  subject: string;
  flag: FeatureFlag;
  value: boolean;
  origin: string;
}

function Flag({ kind, subject, flag, value, origin }: FlagProps) {
  const set = useMutation({
    ...useTrpc().administration.setFlag.mutationOptions(useAdministration(`${flag} updated.`)),
    // Changes run in sequence. The list stays enabled meanwhile, because disabling it would lose the focus.
    scope: { id: `${flag} of ${kind} ${subject}` },
  });
  const own =
    origin === (kind === "everyone" ? "installation" : `${kind} override`)
      ? settingOf(value)
      : settingOf(null);
  const chosen = set.isPending ? settingOf(set.variables.value) : own;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <code className="min-w-52 flex-1 font-mono text-sm">{flag}</code>
      <Badge variant={value ? "success" : "secondary"} size="xs">
        {value ? "On" : "Off"}
      </Badge>
      <span className="w-36 text-muted text-sm">by {origin}</span>
      <Select
        label={`Set ${flag}`}
        hideLabel
        size="sm"
        className="w-24"
        options={settings}
        value={chosen}
        onChange={(value) => {
          const next = settings.find((one) => one.value === value);
          if (next !== undefined && next.value !== chosen) {
            set.mutate({ kind, subject, flag, value: values[next.value] });
          }
        }}
      />
    </li>
  );
}
