// What every log says of its origin: version, commit, date, machine, compiler, flags and tables.
#pragma once
#include <string>

namespace bench {

std::string cpu_model(); /* with family, model and stepping, which tell CPUs of one name apart */
std::string commit();    /* of the build; "-dirty" behind it if files differed; or "unknown" */
std::string compiler();
std::string compiler_flags();
std::string platform();          /* lower-case "x86_64-linux" */
std::string date_utc();          /* 2026-01-31T23:59:59Z */
std::string date_of_file_name(); /* 20260131-235959, local time */

}  // namespace bench
