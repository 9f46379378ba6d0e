import { locale } from "../i18n";

const two = (n: number): string => String(n).padStart(2, "0");

/** Milliseconds as m:ss, from an hour on as h:mm:ss. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** What is left of a countdown, in milliseconds, as hh:mm:ss: the last second reads 00:00:01. */
export function countdownText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** A UTC day, "2026-11-30", written out; the day is never counted in the viewer's zone. */
export function dayText(date: string): string {
  const moment = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(moment.getTime())) return date;
  return moment.toLocaleDateString(locale(), { dateStyle: "full", timeZone: "UTC" });
}

/** A moment, in the viewer's zone. */
export function momentText(iso: string): string {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime())
    ? iso
    : moment.toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });
}
