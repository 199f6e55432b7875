// A line of an index in text: the columns that its header names, points and outputs of each form.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "io.h"

struct index_header;
struct index_chunk;

class index_text {
public:
    /* frigate: the columns of Frigate's DuckDB extension, whose points are little-endian. */
    explicit index_text(bool frigate) : frigate_(frigate) {}

    /* Appends the row of a line that was taken from `in`, if it holds one: comments, empty lines
     * and the header do not.  Sizes that are 0 become those of the row.  Throws unusable, and the
     * chunk stays as it is. */
    void add(index_chunk &chunk, index_header &sizes, const buffered_input &in,
             std::string_view line);
    /* Whether a row or a header was seen. */
    bool begun() const { return begun_; }
    /* Names of the columns that are neither tweaks nor outputs, as payments pass them on. */
    const std::vector<std::string> &names() const { return names_; }

private:
    void split(std::string_view line, char separator);
    bool read_header(const buffered_input &in);
    std::string read_tweak(std::string_view cell);
    bool begins_with_tweak(std::string_view line);
    bool add_output(std::string_view word);

    bool frigate_, begun_ = false, titled_ = false, open_quote_ = false, separator_named_ = false;
    char separator_ = ',';
    std::size_t tweak_column_ = 0, outputs_column_ = 1, columns_ = 2;
    enum class form { any, hex, decimal } outputs_form_ = form::any;  // of Frigate's outputs
    std::vector<std::size_t> other_columns_;
    std::vector<std::string> names_;
    std::vector<std::string_view> cells_;        // of the line at hand
    std::vector<std::uint8_t> tweak_, outputs_;  // likewise
};
